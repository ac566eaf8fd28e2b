class Kosumi < Formula
  desc "Go (baduk, weiqi) engine with a neural network of its own"
  homepage "$repository"
  version "$version"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "$repository/releases/download/v$version/kosumi-$version-aarch64-apple-darwin.tar.gz"
      sha256 "$sha256_aarch64_apple_darwin"
    end
    on_intel do
      url "$repository/releases/download/v$version/kosumi-$version-x86_64-apple-darwin.tar.gz"
      sha256 "$sha256_x86_64_apple_darwin"
    end
  end

  on_linux do
    on_arm do
      url "$repository/releases/download/v$version/kosumi-$version-aarch64-unknown-linux-musl.tar.gz"
      sha256 "$sha256_aarch64_unknown_linux_musl"
    end
    on_intel do
      url "$repository/releases/download/v$version/kosumi-$version-x86_64-unknown-linux-musl.tar.gz"
      sha256 "$sha256_x86_64_unknown_linux_musl"
    end
  end

  def install
    bin.install "kosumi"
    doc.install "docs", "THIRD-PARTY.txt"
    generate_completions_from_executable(bin/"kosumi", "completions", shells: [:bash, :zsh, :fish])
    (man1/"kosumi.1").write Utils.safe_popen_read(bin/"kosumi", "man")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/kosumi --version")
    moves = pipe_output("#{bin}/kosumi --playouts 50", "boardsize 9\ngenmove b\nquit\n")
    assert_match(/^= [A-J][1-9]$$/, moves)
  end
end
