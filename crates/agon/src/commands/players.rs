//! `agon players`: the players, with their settings.

use crate::Outcome;
use crate::rulesheet::UsageError;
use search::Setting;
use search::players::{self, PlayerError, PlayerKind, STRONGEST};
use serde_json::{Value, json};
use std::fmt::Display;
use std::io::Write;

/// List all players, or describe one with its settings
///
/// A player is written NAME, or NAME:SETTING=VALUE,SETTING=VALUE with settings. With a name, all settings of that player
/// are listed, each with its default, the values that make sense, and its meaning.
#[derive(clap::Args)]
pub struct Options {
    /// The player to explain; without it, all are listed
    name: Option<String>,
    /// Print one JSON object per player
    #[arg(long)]
    json: bool,
}

/// Prints the list, or everything about one player.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut out = std::io::stdout().lock();
    let Some(name) = &options.name else {
        list(&mut out, options.json)?;
        return Ok(Outcome::Fine);
    };
    let unknown = || UsageError(PlayerError::Unknown(name.clone()).to_string());
    let kind = players::find(name).ok_or_else(unknown)?;
    if options.json {
        writeln!(out, "{}", described(kind))?;
    } else {
        explain(&mut out, kind)?;
    }
    Ok(Outcome::Fine)
}

fn list(out: &mut impl Write, json: bool) -> std::io::Result<()> {
    let width = players::all().map(|kind| kind.name.len()).max().unwrap_or(0);
    for kind in players::all() {
        if json {
            writeln!(out, "{}", described(kind))?;
        } else {
            writeln!(out, "{:width$}  {}", kind.name, kind.description)?;
        }
    }
    if json {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(
        out,
        "The strongest is `{STRONGEST}`. `agon players NAME` explains a player and its settings."
    )
}

/// Returns everything about a player as JSON.
fn described(kind: &PlayerKind) -> Value {
    let setting = |it: &Setting| {
        json!({
            "key": it.key,
            "default": it.default,
            "values": it.values,
            "meaning": it.meaning,
            "only_with": it.only_with,
            "only_where": it.only_where,
        })
    };
    let settings: Vec<Value> = kind.settings().iter().map(setting).collect();
    json!({
        "name": kind.name,
        "about": kind.description,
        "document": kind.document,
        "strongest": kind.is_strongest,
        "requires": texts(kind.requires),
        "uses": texts(kind.uses),
        "memory": kind.memory.to_string(),
        "settings": settings,
    })
}

/// Returns a document with its authors and year in place of its key: `cadia, section 2` is that section of Finnsson and
/// Björnsson 2010.
fn cited(document: &str) -> String {
    let (key, section) = document.split_once(',').unwrap_or((document, ""));
    match library::publication(key) {
        Some(publication) if section.is_empty() => publication.citation.to_owned(),
        Some(publication) => format!("{},{section}", publication.citation),
        None => document.to_owned(),
    }
}

fn texts(all: &[impl Display]) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}

fn explain(out: &mut impl Write, kind: &PlayerKind) -> std::io::Result<()> {
    writeln!(out, "{}: {}", kind.name, kind.description)?;
    writeln!(out)?;
    if let Some(document) = kind.document {
        writeln!(out, "follows   {}", cited(document))?;
    }
    if !kind.requires.is_empty() {
        writeln!(out, "requires  {}", texts(kind.requires).join(", "))?;
    }
    if !kind.uses.is_empty() {
        writeln!(out, "uses      {}; plays without, too", texts(kind.uses).join(", "))?;
    }
    writeln!(out, "memory    {}", kind.memory)?;
    let settings = kind.settings();
    if settings.is_empty() {
        return writeln!(out, "settings  none");
    }
    writeln!(out, "settings, as in `{}:{}=…`:", kind.name, settings[0].key)?;
    for group in settings.chunk_by(|one, other| one.condition() == other.condition()) {
        if let Some(condition) = group[0].condition() {
            writeln!(out, "\n{condition}:")?;
        }
        for Setting { key, default, values, meaning, .. } in group {
            writeln!(out, "\n  {key} = {default}  ({values})\n      {meaning}")?;
        }
    }
    Ok(())
}
