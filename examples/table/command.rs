//! What each process of a row does: a command that makes its requests and ends.

use std::error::Error;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use futures_util::TryStreamExt as _;
use serde_json::Value;
use tollgate::Method;

use crate::site::Site;

/// What this process is to do, if it is one of a row.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Makes requests, as one of the processes of a row
    #[command(hide = true)]
    Send(Send),
}

/// Requests, one after the other.
#[derive(Debug, Args)]
pub(crate) struct Send {
    /// Where the vendor is
    pub(crate) url: String,
    /// Where the account's state is
    pub(crate) dir: PathBuf,
    /// Pages of a list, or whatever
    pub(crate) manner: Manner,
    /// How many
    pub(crate) requests: u32,
}

/// What requests are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Manner {
    /// Those of all pages of a list
    Walk,
    /// Raw ones, of which no endpoint is described
    Raw,
}

impl Command {
    /// Does it.
    pub(crate) fn run(&self) -> Result<(), Box<dyn Error>> {
        let Self::Send(send) = self;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(send.run())
    }
}

impl Send {
    async fn run(&self) -> Result<(), Box<dyn Error>> {
        let site = Site::open(&self.url, &self.dir)?;
        match self.manner {
            Manner::Walk => {
                let pages = site.items().pages();
                let pages: u32 = pages.try_fold(0, async |pages, _| Ok(pages + 1)).await?;
                if pages != self.requests {
                    return Err(format!("{pages} pages instead of {}", self.requests).into());
                }
            }
            Manner::Raw => {
                for _ in 0..self.requests {
                    let _answer: Value = site.raw(Method::GET, "/raw").await?;
                }
            }
        }
        Ok(())
    }
}
