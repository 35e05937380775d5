//! Descriptions of any size: verbs, arguments, bodies and answers in turn.

use std::fmt::Write as _;

/// Kinds of structs that endpoints take and give; every description has them all.
const TYPES: usize = 24;

/// The source of a package that describes `endpoints` endpoints.
pub(crate) fn source(endpoints: usize) -> String {
    let mut text = String::from("//! A description of some size.\n\n");
    for index in 0..TYPES {
        type_named(&mut text, index);
    }
    text.push_str(concat!(
        "/// An API.\n#[tollgate::api(\n",
        "    base_url = \"https://api.example.com/v1\",\n    auth = bearer,\n",
        "    error = T0,\n",
        "    bucket(read, ceiling(60 per minute, source = \"https://example.com/limits\")),\n",
        "    bucket(write, ceiling(10 per second, burst = 50), budget(8 per second, burst = 10)),\n",
        "    default_bucket = read,\n)]\npub trait Api {\n",
    ));
    for index in 0..endpoints {
        endpoint(&mut text, index);
    }
    text.push_str("}\n");
    text
}

fn type_named(text: &mut String, index: usize) {
    let _ = writeln!(
        text,
        "/// What endpoints take and give.\n\
         #[derive(Debug, serde::Serialize, serde::Deserialize)]\n\
         pub struct T{index} {{\n    \
             /// Its number.\n    pub id: u64,\n    \
             /// Its title.\n    pub title: String,\n    \
             /// Its tags.\n    pub tags: Vec<String>,\n    \
             /// Its parent.\n    pub parent: Option<u64>,\n}}\n"
    );
}

/// Ten shapes in turn.
fn endpoint(text: &mut String, n: usize) {
    let (taken, given) = (n % TYPES, (n * 7 + 3) % TYPES);
    let _ = writeln!(text, "    /// Does thing number {n}.");
    let _ = match n % 10 {
        0 => writeln!(
            text,
            "    #[get(\"/things{n}/{{id}}\")]\n    async fn thing{n}(&self, id: u64) -> T{given};"
        ),
        1 => writeln!(
            text,
            "    #[get(\"/things{n}\")]\n    async fn list{n}(&self, state: Option<&str>, since: Option<&str>, #[query(rename = \"perPage\")] per_page: Option<u32>) -> Vec<T{given}>;"
        ),
        2 => writeln!(
            text,
            "    #[post(\"/things{n}\", bucket = write)]\n    async fn create{n}(&self, #[json] thing: &T{taken}) -> T{given};"
        ),
        3 => writeln!(
            text,
            "    #[put(\"/things{n}/{{id}}\", bucket = write, cost = 2)]\n    async fn replace{n}(&self, id: &str, #[json] thing: &T{taken}) -> T{given};"
        ),
        4 => writeln!(
            text,
            "    #[patch(\"/owners/{{owner}}/things{n}/{{id}}\", bucket = write)]\n    async fn change{n}(&self, owner: &str, id: u64, #[json] thing: &T{taken}, #[header(\"If-Match\")] etag: Option<&str>) -> T{given};"
        ),
        5 => writeln!(
            text,
            "    #[delete(\"/things{n}/{{id}}\", bucket = write)]\n    async fn remove{n}(&self, id: u64) -> ();"
        ),
        6 => writeln!(
            text,
            "    #[get(\"/things{n}/{{id}}\")]\n    async fn find{n}(&self, id: u64, fields: Option<&str>) -> Option<T{given}>;"
        ),
        7 => writeln!(
            text,
            "    #[get(\"/things{n}\")]\n    #[paginate(link)]\n    fn all{n}(&self, q: &str, sort: Option<&str>) -> Pages<T{given}>;"
        ),
        8 => writeln!(
            text,
            "    #[get(\"/things{n}/{{id}}\")]\n    async fn whole{n}(&self, id: u64) -> Response<T{given}>;"
        ),
        _ => writeln!(
            text,
            "    #[get(\"/compare{n}/{{base}}...{{head}}\")]\n    async fn compare{n}(&self, base: &str, head: &str, tags: &[&str]) -> String;"
        ),
    };
    text.push('\n');
}
