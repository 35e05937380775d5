//! What `#[api(…)]` says about exchanges beside their limits.

use super::breaker::breaker;
use super::bucket::Declared;
use super::context::Default;
use super::host::{hosts, token};
use super::preset::preset;
use super::settings::settings;
use super::sheet::Sheet;
use crate::errors::Errors;
use crate::model::{Auth, Exchange};

/// Reads everything that governs exchanges. A part that is wrong has been told and is absent.
pub(super) fn exchange(
    sheet: &mut Sheet,
    auth: &Auth,
    declared: &[Declared],
    default: Default,
    errors: &mut Errors,
) -> Exchange {
    let preset = sheet.take("limits_from");
    let classify = sheet.take("classify");
    let token = sheet.take("token");
    let breaker = sheet.take("breaker");
    Exchange {
        preset: preset.and_then(|filled| self::preset(filled, errors)),
        classify: classify.and_then(|filled| filled.path(errors)),
        hosts: hosts(sheet.take_all("host"), declared, errors),
        token: token.and_then(|filled| self::token(&filled, auth, (declared, default), errors)),
        breaker: breaker.and_then(|filled| self::breaker(&filled, errors)),
        settings: settings(sheet, errors),
    }
}
