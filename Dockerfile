# kosumi in a small image: docker build -t kosumi . && docker run --rm -i kosumi
# Any subcommand works: docker run --rm -v "$PWD:/games" kosumi review /games/game.sgf
FROM rust:1.95-slim AS build
WORKDIR /kosumi
COPY . .
RUN cargo build --release --locked

FROM debian:stable-slim
COPY --from=build /kosumi/target/release/kosumi /usr/local/bin/kosumi
ENTRYPOINT ["kosumi"]
