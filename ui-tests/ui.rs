//! One run over all fixtures. `pass` is compiled and run, each file of `fail` is compiled and
//! its message compared with the `.stderr` beside it.

#[test]
fn accepted_descriptions_compile_and_mistakes_say_what_is_wrong() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    cases.compile_fail("fail/*/*.rs");
}
