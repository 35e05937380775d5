//! From the start of a program to its first permit, of an account whose file is there: what each
//! run of a command-line tool pays.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use tollgate_benches::{Plan, Reach, Spread, Table, say};
use tollgate_limiter::{Cost, Permit};
use tollgate_mapped::{Directory, Identity, world};

use crate::Place;
use crate::crew::{Crew, ready, run};
use crate::stores::{BUCKET, Kind, Store, account, plenty};

pub(crate) const PART: &str = "cold";

/// What it may take, in microseconds.
const MICROS: f64 = 30.0;
/// So many others use the account where it is used.
const OTHERS: usize = 4;

/// The parts a child can play: its name, and what the table calls it.
const WORD: (&str, &str) = ("word", "floor: directory, file, mapping, one word");
const OURS: (&str, &str) = ("ours", "tollgate, to the first permit");
const PARTS: [(&str, &str); 4] = [
    ("directory", "part: the directory"),
    ("world", "part: which boot and which process this is"),
    ("file", "part: the file and its mapping"),
    ("image", "part: which program this process runs"),
];
/// Stays in the account until it is told to go.
const STAY: &str = "stay";

pub(crate) fn bench(places: &[Place], plan: Plan, reach: &mut Reach) {
    say("## From `main` to the first permit, microseconds\n");
    let mut table = Table::new(["what", "where", "alone", "beside four processes"]);
    let mut judged = None;
    for place in places {
        let dir = place.fresh();
        let path = dir
            .to_str()
            .expect("directories of this bench have plain names");
        // Both files are there already.
        let _made = [OURS, WORD].map(|(part, _)| run(&[PART, part, path]));
        let alone = measured(path, plan);
        let mut others = Crew::start(OTHERS, &[PART, STAY, path]);
        let beside = measured(path, plan);
        others.begin("go");
        others.reports();
        for ((name, alone), (_, beside)) in alone.iter().zip(&beside) {
            let [alone, beside] = [alone, beside].map(ToString::to_string);
            table.row([(*name).to_owned(), place.name.to_owned(), alone, beside]);
        }
        judged.get_or_insert([alone[0].1, alone[1].1]);
    }
    table.print();
    let [floor, ours] = judged
        .expect("there is a place")
        .map(|spread| spread.median);
    let what = format!(
        "from `main` to the first permit, µs ({:.2} of the floor)",
        ours / floor
    );
    reach.at_most(&what, ours, MICROS);
}

/// All parts, one after the other in each round; the middle half of many.
fn measured(path: &str, plan: Plan) -> Vec<(&'static str, Spread)> {
    let parts = [WORD, OURS].into_iter().chain(PARTS);
    let mut all: Vec<_> = parts.map(|part| (part, Vec::new())).collect();
    for _ in 0..plan.pick(200, 40) {
        for ((part, _), times) in &mut all {
            let time = run(&[PART, part, path]).trim().parse::<f64>();
            times.push(time.expect("children report numbers"));
        }
    }
    let middles = all.into_iter();
    middles
        .map(|((_, name), times)| (name, Spread::middle(times)))
        .collect()
}

/// Does one part, and reports how long that took since the program started.
pub(crate) fn play(part: &str, dir: &Path, born: Instant) {
    match part {
        STAY => {
            let _held = Store::open(Kind::Ours, dir);
            ready();
            return;
        }
        "ours" => {
            let account = account(dir, plenty());
            let bucket = account.bucket(BUCKET).expect("declared");
            let flight = bucket.try_acquire(Cost::ONE).map(Permit::spend);
            report(born);
            drop(flight.expect("there is plenty"));
            return;
        }
        "word" => {
            Store::open(Kind::Word, dir).acquire();
        }
        "directory" => drop(Directory::open(dir).expect("a directory")),
        "world" => drop(black_box((world(), Identity::own()))),
        "image" => drop(black_box(Identity::own_image())),
        // Of what the file takes, the directory is known.
        "file" => {
            let dir = Directory::open(dir).expect("a directory");
            let opened = Instant::now();
            let file = dir.file("word").expect("ours").expect("it is there");
            black_box(file.map().expect("room for a page").words());
            return report(opened);
        }
        other => unreachable!("no child measures {other}"),
    }
    report(born);
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn report(since: Instant) {
    let nanos = since.elapsed().as_nanos() as f64;
    say(format_args!("{:.3}", nanos / 1_000.0));
}
