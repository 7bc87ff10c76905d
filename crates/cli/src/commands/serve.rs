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
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::writer::BoxMakeWriter;

use crate::failure::Failure;

/// Host tables for people on the network
///
/// One process and one database file; nothing else has to be set up. What is not said here comes from the environment,
/// then from the --config file, and otherwise is as usual. Stop it with Ctrl-C: everybody is told, and when it is
/// started again every table goes on where it was.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown serve
  facedown serve --listen 0.0.0.0:4242 --origin https://cards.example --behind-proxy
  FACEDOWN_DATA=/var/lib/facedown/house.db facedown serve --log-format json

A config file is TOML, with the names of the flags; [limits] has what one player, address or connection may ask for:
  listen = \"127.0.0.1:4242\"
  data = \"facedown.db\"
  origins = [\"https://cards.example\"]
  metrics = \"127.0.0.1:9090\"
  forget-days = 30  # guests who do not come back and never played; 0 is never
  [limits]
  connections-per-address = 200
  tables-per-player = 20
  tables-per-address = 100")]
pub(crate) struct Serve {
    /// Read what is not said otherwise from this TOML file
    #[arg(long, value_name = "FILE", env = "FACEDOWN_CONFIG")]
    config: Option<PathBuf>,
    /// Where to listen; port 0 is any that is free [default: 127.0.0.1:4242]
    #[arg(long, value_name = "ADDRESS:PORT", env = "FACEDOWN_LISTEN")]
    listen: Option<SocketAddr>,
    /// The database file; it is made if there is none [default: facedown.db]
    #[arg(long, value_name = "FILE", env = "FACEDOWN_DATA")]
    data: Option<PathBuf>,
    /// A page of this origin may talk to the house, besides its own pages; can be given several times
    #[arg(long, value_name = "ORIGIN", env = "FACEDOWN_ORIGINS", value_delimiter = ',')]
    origin: Vec<String>,
    /// Believe the proxy in front of the house where its requests come from
    ///
    /// HEADER is the one that the proxy sets: x-forwarded-for (if none is named), forwarded or x-real-ip. Only that one
    /// is believed.
    #[arg(
        long,
        value_name = "HEADER",
        env = "FACEDOWN_BEHIND_PROXY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "x-forwarded-for"
    )]
    behind_proxy: Option<ProxyHeader>,
    /// Who gets /metrics, the counts for Prometheus: local, open, off, or an address of their own [default: local]
    ///
    /// local: programs on this machine that do not come through a proxy. open: anybody. off: nobody. ADDRESS:PORT:
    /// whoever can reach that address, such as 10.0.0.5:9090 in a private network; it has /healthz and /readyz as
    /// well and nothing else. Whoever may not have them is told that there is no such page. The counts name nobody.
    #[arg(long, value_name = "WHO", env = "FACEDOWN_METRICS")]
    metrics: Option<MetricsFor>,
    /// Pad messages to a multiple of so many bytes, so that their length tells less; 0 is not at all [default: 64]
    #[arg(long, value_name = "BYTES", env = "FACEDOWN_PAD")]
    pad: Option<usize>,
    /// How long after it is asked a bot answers, in milliseconds; 0 is when it has thought [default: 700]
    #[arg(long, value_name = "MS", env = "FACEDOWN_BOT_PAUSE")]
    bot_pause: Option<u64>,
    /// How much to log: error, warn, info, debug, or a filter such as `facedown_server=debug`
    #[arg(long, value_name = "LEVEL", env = "FACEDOWN_LOG", default_value = "info")]
    log: String,
    /// How to log
    #[arg(long, value_enum, env = "FACEDOWN_LOG_FORMAT", default_value = "human")]
    log_format: LogFormat,
    /// Have the wall clock be wrong by as many milliseconds as this file says at the moment; for trials of the server
    #[arg(long, value_name = "FILE", hide = true)]
    wall_skew: Option<PathBuf>,
}

/// How to log.
#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    /// Lines for people
    Human,
    /// One JSON object a line
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
        let filter = EnvFilter::try_new(&self.log)
            .map_err(|error| Failure::Usage(format!("--log: {error}")))?;
        let log = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_ansi(std::io::stderr().is_terminal())
            .with_writer(BoxMakeWriter::new(std::io::stderr));
        match self.log_format {
            LogFormat::Human => log.init(),
            LogFormat::Json => log.json().init(),
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<Config, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::unreadable(path, error))?;
    toml::from_str(&text).map_err(|error| Failure::damaged(path.display(), error))
}

async fn serve(config: Config, clock: SystemClock) -> Result<(), Failure> {
    // Before anything is opened: from then on the server is stopped in good order, however early.
    let mut stop = Stop::new()?;
    let data = config.data.clone();
    let opened = tokio::select! {
        opened = Server::open_by(config, Arc::new(clock)) => opened,
        stopped = stop.asked() => {
            stopped?;
            tracing::info!("stopped before the house was open");
            return Ok(());
        }
    };
    let server = opened.map_err(|error| Failure::Usage(error.to_string()))?;
    let address = server.address();
    anstream::println!("The house is open at http://{address}");
    if let Some(metrics) = server.metrics_address() {
        anstream::println!("Its metrics are at http://{metrics}/metrics");
    }
    tracing::info!(%address, data = %data.display(), "the house is open");
    stop.asked().await?;
    tracing::info!("the house closes");
    server.close().await;
    tracing::info!("the house is closed");
    Ok(())
}

/// What asks the server to stop: the signals that are sent for that, from the moment on that this is made.
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

    /// Ends when somebody wants the server to stop.
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
