//! `kosumi web`: pages of a browser to play, analyze and learn.

use super::listen::new_token;
use super::{USUAL_RULES, gtp, help, misuse, model, print};
use crate::eval::{Model, NO_NAME, OWN_NAME};
use crate::files::{self, LARGEST_RECORD, Lock};
use crate::threads::processors;
use crate::web::{Desk, ServerSettings, WebServer};
use anyhow::{Context, Result, bail};
use clap::Args;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct WebOptions {
    /// Game records in SGF to begin with
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Port of the server [default: 1919, or the next one that is free]
    #[arg(long, value_name = "PORT", help_heading = SERVER)]
    port: Option<u16>,
    /// Lets other machines of the home network in: the address of this machine, or 0.0.0.0 for all that it has
    #[arg(long, value_name = "ADDRESS", help_heading = SERVER)]
    listen: Option<IpAddr>,
    /// Only prints the address, and opens no browser
    #[arg(long, help_heading = SERVER)]
    no_open: bool,
    /// Folder in which games are kept, and from which pages may read records [default: that of `kosumi play`]
    #[arg(long, value_name = "FOLDER", help_heading = SERVER)]
    folder: Option<PathBuf>,
    /// Another network to compare with, beside the usual one: own, a file in KataGo's format, or none; may be repeated
    #[arg(long, value_name = "NAME", help_heading = help::STRENGTH)]
    compare: Vec<String>,
    #[command(flatten)]
    engine: gtp::EngineOptions,
}

/// The heading of flags about the server.
const SERVER: &str = "Server";

/// Where games are kept, in the user's folder for data.
const GAMES: &str = "kosumi/games";

/// Where the token of this user is kept, there as well.
const TOKEN: &str = "kosumi/web-token";

/// The file in the folder of games that tells where a server runs.
const RUNNING: &str = ".web-address";

/// The most searches at once, on however many processors.
const MOST_AT_ONCE: usize = 4;

/// The longest token and address that are read from files.
const LONGEST: u64 = 1000;

pub(super) fn run(options: &WebOptions) -> Result<()> {
    let folder = options.folder()?;
    let lock = match Lock::of(&folder) {
        Ok(lock) => lock,
        Err(error) => match running(&folder).filter(|_| options.files.is_empty()) {
            Some(address) => return options.show(&address),
            None => return Err(error.into()),
        },
    };
    let start = options.engine.start(USUAL_RULES)?;
    let networks = options.networks(start.params.player.model.as_ref())?;
    let at_once = processors().min(MOST_AT_ONCE);
    let desk = Desk::open(start, networks, at_once, &folder)
        .with_context(|| folder.display().to_string())?;
    let mut first = None;
    for file in &options.files {
        let bytes = files::read(file, LARGEST_RECORD)?;
        let table = desk
            .load(&bytes)
            .with_context(|| file.display().to_string())?;
        first.get_or_insert(table);
    }
    let token = options.token();
    let settings = ServerSettings {
        address: options.listen.unwrap_or(Ipv4Addr::LOCALHOST.into()),
        port: options.port,
        token: token.clone(),
    };
    let server = WebServer::bind(desk, &settings).context("cannot listen")?;
    let own = server.address()?;
    let place = first.map_or(String::new(), |table| format!("#table={table}"));
    let address = format!("http://{}/?token={token}{place}", reachable(own));
    write_secret(&folder.join(RUNNING), &address);
    options.show(&address)?;
    server.run()?;
    // The next server in the folder is to find nothing of this one.
    let _ = fs::remove_file(folder.join(RUNNING));
    drop(lock);
    Ok(())
}

impl WebOptions {
    /// The folder of games, which is made if it is not there.
    fn folder(&self) -> Result<PathBuf> {
        let usual = || dirs::data_dir().map(|folder| folder.join(GAMES));
        let folder = self.folder.clone().or_else(usual);
        let folder = folder.ok_or_else(|| misuse("--folder says where games are kept"))?;
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(folder)
    }

    /// The networks to choose from, the usual one first.
    fn networks(&self, usual: Option<&Model>) -> Result<Vec<(String, Option<Model>)>> {
        let name = usual.map_or(NO_NAME.to_owned(), Model::name);
        let mut networks = vec![(name, usual.cloned())];
        for name in [OWN_NAME.to_owned()].iter().chain(&self.compare) {
            if networks.iter().all(|(known, _)| known != name) {
                networks.push((name.clone(), model(name)?));
            }
        }
        Ok(networks)
    }

    /// What whoever uses the server has to know: the same at each start, so that pages stay, but a new one where it goes over a
    /// network.
    fn token(&self) -> String {
        let path = dirs::data_dir().map(|folder| folder.join(TOKEN));
        let Some(path) = path.filter(|_| self.listen.is_none()) else {
            return new_token();
        };
        let is_token =
            |text: &String| text.len() >= 32 && text.bytes().all(|it| it.is_ascii_hexdigit());
        let known = files::read_text(&path, LONGEST).ok().filter(is_token);
        known.unwrap_or_else(|| {
            let token = new_token();
            write_secret(&path, &token);
            token
        })
    }

    /// Prints an address, and opens it.
    fn show(&self, address: &str) -> Result<()> {
        print(&format!("kosumi: {address}\n"))?;
        if self.listen.is_some() && io::stdout().is_terminal() {
            let code = QrCode::new(address).context("the address is too long for a picture")?;
            print(&format!("{}\n", code.render::<Dense1x2>().build()))?;
        }
        if !self.no_open
            && let Err(error) = open::that_detached(address)
        {
            log::warn!("no browser could be opened ({error}): open the address in one");
        }
        Ok(())
    }
}

/// The address by which a server is reached that may listen on all addresses of the machine.
fn reachable(own: SocketAddr) -> SocketAddr {
    if !own.ip().is_unspecified() {
        return own;
    }
    // Nothing is sent: the system only says which of its addresses it would use.
    let outward = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    let address = outward.map_or(Ipv4Addr::LOCALHOST.into(), |address| address.ip());
    SocketAddr::new(address, own.port())
}

/// The address of a server that runs in a folder.
fn running(folder: &Path) -> Option<String> {
    let address = files::read_text(&folder.join(RUNNING), LONGEST).ok()?;
    let rest = address.strip_prefix("http://")?;
    let (host, _) = rest.split_once('/')?;
    let host: SocketAddr = host.parse().ok()?;
    TcpStream::connect_timeout(&host, Duration::from_secs(1)).ok()?;
    let (page, _) = address.split_once('#').unwrap_or((&address, ""));
    Some(page.to_owned())
}

/// Writes a file that only its owner may read. Without it the server runs as well.
fn write_secret(path: &Path, text: &str) {
    let write = || -> Result<()> {
        if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
            bail!("not a regular file");
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // A new file, since the old one may be for others.
        let _ = fs::remove_file(path);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path)?.write_all(text.as_bytes())?;
        Ok(())
    };
    if let Err(error) = write() {
        log::warn!("{} cannot be written: {error:#}", path.display());
    }
}
