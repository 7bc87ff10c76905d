//! `facedown serve`: hosts tables for people on the network.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use facedown_server::config::MetricsFor;
use facedown_server::origin::ProxyHeader;
use facedown_server::time::SystemClock;
use facedown_server::{Config, Server};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::failure::Failure;

/// Runs a server that hosts tables for players on the network
///
/// The server is one process with one database file. Settings are taken from the command line, then from the
/// environment, then from the --config file; the rest have defaults. Stop the server with Ctrl-C: connected players
/// are notified, and all tables continue when it is started again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown serve
  facedown serve --listen 0.0.0.0:4242 --origin https://cards.example --behind-proxy
  FACEDOWN_DATA=/var/lib/facedown/facedown.db facedown serve --log-format json

A config file is TOML with the names of the flags; [limits] limits what one player, address or connection may do:
  listen = \"127.0.0.1:4242\"
  data = \"facedown.db\"
  origins = [\"https://cards.example\"]
  metrics = \"127.0.0.1:9090\"
  forget-days = 30  # delete guests who never played and have not come back for so long; 0 keeps them
  [limits]
  connections-per-address = 200
  tables-per-player = 20
  tables-per-address = 100")]
pub(crate) struct Serve {
    /// Read settings from this TOML file
    #[arg(long, value_name = "FILE", env = "FACEDOWN_CONFIG")]
    config: Option<PathBuf>,
    /// The address to listen on; port 0 takes any free port [default: 127.0.0.1:4242]
    #[arg(long, value_name = "ADDRESS:PORT", env = "FACEDOWN_LISTEN")]
    listen: Option<SocketAddr>,
    /// The database file, which is created if it does not exist [default: facedown.db]
    #[arg(long, value_name = "FILE", env = "FACEDOWN_DATA")]
    data: Option<PathBuf>,
    /// A file of cards that players may bring in their decks, written by `facedown cards import`; can be given several times
    #[arg(long, value_name = "FILE", env = "FACEDOWN_CARDS", value_delimiter = ',')]
    cards: Vec<PathBuf>,
    /// Also allow pages of this origin to use the server; can be given several times
    #[arg(long, value_name = "ORIGIN", env = "FACEDOWN_ORIGINS", value_delimiter = ',')]
    origin: Vec<String>,
    /// Take the client's address from a header set by a reverse proxy
    ///
    /// HEADER is x-forwarded-for (the default), forwarded or x-real-ip. All other headers are ignored.
    #[arg(
        long,
        value_name = "HEADER",
        env = "FACEDOWN_BEHIND_PROXY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "x-forwarded-for"
    )]
    behind_proxy: Option<ProxyHeader>,
    /// Who may read /metrics (for Prometheus): local, open, off, or a separate ADDRESS:PORT [default: local]
    ///
    /// local: programs on this machine that do not come through a proxy. open: everybody. off: nobody. ADDRESS:PORT:
    /// everybody who can reach that address, such as 10.0.0.5:9090 in a private network; it serves only /metrics,
    /// /healthz and /readyz. Everybody else gets 404. The metrics contain no names.
    #[arg(long, value_name = "WHO", env = "FACEDOWN_METRICS")]
    metrics: Option<MetricsFor>,
    /// Pad messages to a multiple of this number of bytes, so that their length reveals less; 0 turns padding off [default: 64]
    #[arg(long, value_name = "BYTES", env = "FACEDOWN_PAD")]
    pad: Option<usize>,
    /// How long a bot takes to answer, in milliseconds; with 0 it answers as soon as it can [default: 700]
    #[arg(long, value_name = "MS", env = "FACEDOWN_BOT_PAUSE")]
    bot_pause: Option<u64>,
    /// The log level: error, warn, info, debug, or a filter such as `facedown_server=debug`
    #[arg(long, value_name = "LEVEL", env = "FACEDOWN_LOG", default_value = "info")]
    log: String,
    /// The format of the log
    #[arg(long, value_enum, env = "FACEDOWN_LOG_FORMAT", default_value = "human")]
    log_format: LogFormat,
    /// Shift the wall clock by the number of milliseconds in this file, which can change at any time; for trials
    #[arg(long, value_name = "FILE", hide = true)]
    wall_skew: Option<PathBuf>,
}

/// The format of the log.
#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    /// Readable lines
    Human,
    /// One JSON object per line
    Json,
}

impl Serve {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.start_log()?;
        let config = self.config()?;
        let runtime = tokio::runtime::Runtime::new()?;
        let clock = self.wall_skew.map_or_else(SystemClock::default, SystemClock::skewed_by);
        runtime.block_on(serve(config, clock))
    }

    fn config(&self) -> Result<Config, Failure> {
        let mut config = match &self.config {
            Some(path) => read(path)?,
            None => Config::default(),
        };
        if let Some(listen) = self.listen {
            config.listen = listen;
        }
        if let Some(data) = &self.data {
            config.data.clone_from(data);
        }
        if !self.cards.is_empty() {
            config.cards.clone_from(&self.cards);
        }
        if !self.origin.is_empty() {
            config.origins.clone_from(&self.origin);
        }
        if let Some(metrics) = self.metrics {
            config.metrics = metrics;
        }
        if let Some(pad) = self.pad {
            config.pad = pad;
        }
        if let Some(pause) = self.bot_pause {
            config.bot_pause_millis = pause;
        }
        config.behind_proxy = self.behind_proxy.or(config.behind_proxy);
        Ok(config)
    }

    fn start_log(&self) -> Result<(), Failure> {
        let filter: Targets =
            self.log.parse().map_err(|error| Failure::Usage(format!("--log: {error}")))?;
        let lines = tracing_subscriber::fmt::layer()
            .with_ansi(std::io::stderr().is_terminal())
            .with_writer(std::io::stderr);
        let log = tracing_subscriber::registry().with(filter);
        match self.log_format {
            LogFormat::Human => log.with(lines).init(),
            LogFormat::Json => log.with(lines.json()).init(),
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<Config, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::unreadable(path, error))?;
    toml::from_str(&text).map_err(|error| Failure::damaged(path.display(), error))
}

async fn serve(config: Config, clock: SystemClock) -> Result<(), Failure> {
    // Install the signal handlers before anything is opened, so that an early signal also shuts down cleanly.
    let mut stop = Stop::new()?;
    let data = config.data.clone();
    let opened = tokio::select! {
        opened = Server::open_with_clock(config, Arc::new(clock)) => opened,
        stopped = stop.asked() => {
            stopped?;
            tracing::info!("stopped before the server was open");
            return Ok(());
        }
    };
    let server = opened.map_err(|error| Failure::Usage(error.to_string()))?;
    let address = server.address();
    anstream::println!("Listening on http://{address}");
    if let Some(metrics) = server.metrics_address() {
        anstream::println!("Metrics on http://{metrics}/metrics");
    }
    tracing::info!(%address, data = %data.display(), "server is open");
    stop.asked().await?;
    tracing::info!("server is shutting down");
    server.close().await;
    tracing::info!("server is closed");
    Ok(())
}

/// Handlers for the signals that stop the server (SIGINT and SIGTERM).
struct Stop {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 2],
}

impl Stop {
    #[cfg(unix)]
    fn new() -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { signals: [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?] })
    }

    #[cfg(not(unix))]
    fn new() -> Result<Self, Failure> {
        Ok(Self {})
    }

    /// Waits for a signal.
    #[cfg(unix)]
    async fn asked(&mut self) -> Result<(), Failure> {
        let [interrupt, terminate] = &mut self.signals;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        Ok(())
    }

    #[cfg(not(unix))]
    async fn asked(&mut self) -> Result<(), Failure> {
        Ok(tokio::signal::ctrl_c().await?)
    }
}
