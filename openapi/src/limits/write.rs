//! Limits as the attribute of a client says them.

use super::file::{Bucket, File};

/// Lines without their indentation, each with its comma.
pub(super) fn lines(file: &File) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, bucket) in &file.buckets {
        bucket_lines(&mut lines, name, bucket);
    }
    if let Some(default) = &file.default_bucket {
        lines.push(format!("default_bucket = {default},"));
    }
    if let Some(vendor) = &file.limits_from {
        lines.push(format!("limits_from = {vendor},"));
    }
    if let Some(header) = &file.bucket_header {
        lines.push(format!("bucket_header = {header:?},"));
    }
    lines
}

fn bucket_lines(lines: &mut Vec<String>, name: &str, bucket: &Bucket) {
    lines.push("bucket(".to_owned());
    lines.push(format!("    {name},"));
    for ceiling in &bucket.ceiling.0 {
        let source = bucket
            .source
            .as_ref()
            .map(|source| format!(", source = {source:?}"));
        lines.push(format!(
            "    ceiling({}{}),",
            ceiling.trim(),
            source.unwrap_or_default()
        ));
    }
    if let Some(why) = &bucket.unpublished {
        lines.push(format!("    unpublished({why:?}),"));
    }
    if let Some(budget) = &bucket.budget {
        lines.push(format!("    budget({}),", budget.trim()));
    }
    if let Some(skew) = &bucket.skew {
        lines.push(format!("    skew = {},", skew.trim()));
    }
    lines.push("),".to_owned());
}
