//! placeholder
use crate::Outcome;
/// x
#[derive(clap::Args)]
pub struct Options {}
/// x
pub fn run(_: Options) -> anyhow::Result<Outcome> {
    Ok(Outcome::Fine)
}
