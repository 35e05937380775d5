//! From the command line to the exit code.

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use jiff::{Timestamp, tz::TimeZone};

use crate::failure::Failure;
use crate::options::{Command, Doctor, Options, Reset, Status, Watch};
use crate::place::Place;
use crate::reset::Target;
use crate::show::Line;
use crate::show::paint::{Colour, paint};
use crate::show::text::clean;
use crate::{audit, doctor, import, output, read, reset, status, watch};

/// What all commands are told.
struct Common {
    place: Place,
    colour: Colour,
}

/// Runs the command of this process's command line.
///
/// An unknown option, or a wrong value, ends the process at once with the exit code 2, as does the
/// help with 0.
#[must_use]
pub fn run() -> ExitCode {
    let options = Options::parse();
    let common = Common {
        place: Place::of(&options),
        colour: options.color,
    };
    let outcome = match options.command {
        Command::Status(options) => show(&common, &options),
        Command::Watch(options) => observe(&common, &options),
        Command::Reset(options) => forget(&common, &options),
        Command::Doctor(options) => examine(&common, &options),
        Command::Audit(options) => audit::run(&options),
        Command::Import(options) => import::run(&options),
    };
    outcome.unwrap_or_else(|failure| {
        failure.tell();
        failure.code()
    })
}

fn show(common: &Common, options: &Status) -> Result<ExitCode, Failure> {
    let Status {
        json,
        api,
        endpoints,
    } = options;
    let state = read::at(&common.place)?.only(api.as_deref());
    let code = verdict(state.is_trouble());
    if *json {
        let text = status::json(state).map_err(Failure::trouble)?;
        output::print(&text)?;
        return Ok(code);
    }
    if state.accounts.is_empty() && state.unreadable.is_empty() {
        output::print(&(status::nothing(&state, api.as_deref()) + "\n"))?;
        return Ok(code);
    }
    let view = status::View {
        width: output::width(),
        zone: TimeZone::system(),
        endpoints: *endpoints,
    };
    common.print(&status::lines(&state, &view))?;
    Ok(code)
}

fn observe(common: &Common, options: &Watch) -> Result<ExitCode, Failure> {
    let Watch {
        interval,
        api,
        count,
    } = options;
    let source = || Ok(read::at(&common.place)?.only(api.as_deref()));
    let pace = watch::Pace {
        interval: *interval,
        count: *count,
    };
    watch::watch(source, pace, common.colour)?;
    Ok(ExitCode::SUCCESS)
}

fn forget(common: &Common, options: &Reset) -> Result<ExitCode, Failure> {
    let Reset {
        api,
        account,
        all,
        yes,
    } = options;
    let state = read::at(&common.place)?;
    let chosen = reset::choose(&state, api.as_deref(), account.as_deref(), *all)?;
    if chosen.is_empty() {
        output::print(&(status::nothing(&state, None) + "\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let plan = reset::plan(
        &chosen,
        state.taken_at,
        &TimeZone::system(),
        output::width(),
    );
    common.print(&plan)?;
    let (able, unable): (Vec<&Target<'_>>, Vec<_>) =
        chosen.iter().partition(|target| target.is_resettable());
    if !able.is_empty() && !yes && !reset::ask(able.len())? {
        output::complain("Nothing was reset.");
        return Ok(verdict(true));
    }
    let failed = able
        .iter()
        .filter_map(|target| forget_one(&common.place, target))
        .count();
    unable.iter().for_each(|target| refuse(target.file()));
    Ok(verdict(failed + unable.len() > 0))
}

/// Says that a file stays, for the reason that the plan gave.
fn refuse(file: &Path) {
    let shown = file.to_string_lossy();
    Failure::trouble(format!("{shown} was not reset"))
        .tip("do as its reason says")
        .tell();
}

/// Resets one account and says so; something if that failed.
fn forget_one(place: &Place, target: &Target<'_>) -> Option<()> {
    let shown = clean(&target.file().to_string_lossy());
    let done = match (place, target) {
        #[cfg(feature = "fleet")]
        (Place::Fleet(url, _), Target::Account(account)) => read::reset_fleet(url, account),
        _ => read::reset(target.file()),
    };
    match done {
        Ok(()) => {
            output::complain(&format!("Reset {shown}."));
            None
        }
        Err(failure) => {
            failure.tell();
            Some(())
        }
    }
}

fn examine(common: &Common, options: &Doctor) -> Result<ExitCode, Failure> {
    let findings = match &common.place {
        Place::Machine(dir) => doctor::judge(&doctor::gather(dir.as_deref()), Timestamp::now()),
        #[cfg(feature = "fleet")]
        Place::Fleet(url, _) => doctor::judge_store(&read::answer(url)),
    };
    let code = verdict(doctor::is_trouble(&findings));
    match options.json {
        true => drop(output::print(
            &doctor::json(&findings).map_err(Failure::trouble)?,
        )?),
        false => common.print(&doctor::lines(&findings, output::width()))?,
    }
    Ok(code)
}

impl Common {
    fn print(&self, lines: &[Line]) -> Result<(), Failure> {
        output::print(&paint(lines, self.colour.on_stdout())).map(drop)
    }
}

fn verdict(trouble: bool) -> ExitCode {
    ExitCode::from(if trouble { output::TROUBLE } else { 0 })
}
