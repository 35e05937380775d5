//! Messages composed in constants: a fixed buffer that formats numbers without an allocator.

use crate::{Budget, Ceiling, Misfit, Period, Rate};

const ROOM: usize = 320;

/// A short text that can be built in a constant, and so be the message of a `const` panic.
#[derive(Clone, Copy)]
pub struct Text {
    bytes: [u8; ROOM],
    length: usize,
}

impl Text {
    const EMPTY: Self = Self {
        bytes: [0; ROOM],
        length: 0,
    };

    /// A text that begins with `start`.
    #[must_use]
    pub const fn new(start: &str) -> Self {
        Self::EMPTY.str(start)
    }

    /// The text.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.length);
        match core::str::from_utf8(text) {
            Ok(text) => text,
            // Cut off inside of a letter.
            Err(error) => match core::str::from_utf8(text.split_at(error.valid_up_to()).0) {
                Ok(text) => text,
                Err(_) => "",
            },
        }
    }

    pub(crate) const fn of_misfit(misfit: &Misfit) -> Self {
        match *misfit {
            Misfit::Rate {
                budget,
                ceiling,
                largest,
            } => Self::EMPTY
                .str("the budget's rate of ")
                .rate(budget)
                .str(" exceeds the ceiling of ")
                .ceiling(ceiling)
                .largest(largest, budget.period()),
            Misfit::Burst {
                budget,
                ceiling,
                largest,
            } => Self::EMPTY
                .str("the budget's burst of ")
                .number(budget.get() as u64)
                .str(" exceeds the ceiling of ")
                .ceiling(ceiling)
                .largest(largest, largest.rate().period()),
            Misfit::Cost { cost, largest } => Self::EMPTY
                .str("a cost of ")
                .number(cost.units() as u64)
                .str(" can never be paid: the bucket holds at most ")
                .number(largest.get() as u64)
                .str(" at once"),
        }
    }

    /// The largest budget, per the time in which ours is written where that is exact: who wrote
    /// `10 per second` corrects it to `5 per second`, not to `50 per 10 s`.
    const fn largest(self, budget: Budget, ours: Period) -> Self {
        let rate = budget.rate();
        let units = rate.count().get() as u128 * ours.as_nanos() as u128;
        let theirs = rate.period().as_nanos() as u128;
        let text = self.str("; the largest budget that fits is ");
        let text = if units >= theirs && units.is_multiple_of(theirs) {
            #[expect(clippy::cast_possible_truncation, reason = "only ever shown")]
            let count = (units / theirs) as u64;
            text.number(count).str(" per ").period(ours)
        } else {
            text.rate(rate)
        };
        text.str(", burst = ").number(budget.burst().get() as u64)
    }

    const fn ceiling(self, ceiling: Ceiling) -> Self {
        match ceiling {
            Ceiling::Window(rate) => self.rate(rate),
            Ceiling::TokenBucket { rate, burst } => {
                self.rate(rate).str(", burst = ").number(burst.get() as u64)
            }
            Ceiling::InFlight(slots) => self.number(slots.get() as u64).str(" in flight"),
        }
    }

    const fn rate(self, rate: Rate) -> Self {
        self.number(rate.count().get() as u64)
            .str(" per ")
            .period(rate.period())
    }

    const fn period(self, period: Period) -> Self {
        let nanos = period.as_nanos();
        if nanos == Period::DAY.as_nanos() {
            return self.str("day");
        }
        if nanos == Period::HOUR.as_nanos() {
            return self.str("hour");
        }
        if nanos == Period::MINUTE.as_nanos() {
            return self.str("minute");
        }
        if nanos == Period::SECOND.as_nanos() {
            return self.str("second");
        }
        if nanos.is_multiple_of(1_000_000_000) {
            return self.number(nanos / 1_000_000_000).str(" s");
        }
        if nanos.is_multiple_of(1_000_000) {
            return self.number(nanos / 1_000_000).str(" ms");
        }
        self.number(nanos).str(" ns")
    }

    const fn number(self, number: u64) -> Self {
        let mut digits = [0_u8; 20];
        let mut start = digits.len();
        let mut rest = number;
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        let (_, text) = digits.split_at(start);
        self.bytes(text)
    }

    /// Appends `text`; what does not fit is cut off.
    #[must_use]
    pub const fn str(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    const fn bytes(mut self, text: &[u8]) -> Self {
        let mut index = 0;
        while index < text.len() && self.length < ROOM {
            self.bytes[self.length] = text[index];
            self.length += 1;
            index += 1;
        }
        self
    }
}

impl core::fmt::Debug for Text {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_str().fmt(f)
    }
}

impl core::fmt::Display for Text {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check_budget, check_cost};

    const fn rate(count: u32, nanos: u64) -> Rate {
        let period = Period::from_nanos(nanos).expect("more than zero");
        Rate::per(count, period).expect("more than zero")
    }

    const SECOND: u64 = 1_000_000_000;

    const fn refusal(budget: Budget, ceilings: &[Ceiling]) -> Text {
        match check_budget(budget, ceilings) {
            Ok(()) => Text::new("it fits"),
            Err(misfit) => misfit.message(),
        }
    }

    // In a constant, since that is where it is needed.
    const WORST_CASE: Text = {
        let budget = Budget::new(rate(10, SECOND), 50).expect("more than zero");
        refusal(budget, &[Ceiling::Window(rate(50, 10 * SECOND))])
    };

    #[test]
    fn a_misfit_says_both_numbers_and_the_largest_that_fits() {
        assert_eq!(
            WORST_CASE.as_str(),
            "the budget's rate of 10 per second exceeds the ceiling of 50 per 10 s; the largest \
             budget that fits is 5 per second, burst = 50"
        );
    }

    #[test]
    fn the_largest_budget_keeps_the_ceilings_words_where_ours_are_not_exact() {
        let budget = Budget::new(rate(2, SECOND), 1).expect("more than zero");
        let ceiling = Ceiling::Window(rate(100, 60 * SECOND));
        let text = refusal(budget, &[ceiling]);
        assert!(
            text.as_str().ends_with("is 100 per minute, burst = 100"),
            "{text}"
        );
    }

    #[test]
    fn a_burst_and_a_cost_are_said_in_numbers() {
        let budget = Budget::new(rate(1, SECOND), 21).expect("more than zero");
        let burst = core::num::NonZeroU32::new(20).expect("more than zero");
        let ceiling = Ceiling::TokenBucket {
            rate: rate(3, SECOND / 2),
            burst,
        };
        assert_eq!(
            refusal(budget, &[ceiling]).as_str(),
            "the budget's burst of 21 exceeds the ceiling of 3 per 500 ms, burst = 20; the \
             largest budget that fits is 3 per 500 ms, burst = 20"
        );
        let cost = crate::Cost::new(21).expect("more than zero");
        let misfit = check_cost(cost, None, &[ceiling]).expect_err("too dear");
        assert!(misfit.message().as_str().contains("at most 20 at once"));
    }

    #[test]
    fn what_does_not_fit_into_the_buffer_is_cut_off_between_letters() {
        let long = Text::new("a").str(&"é".repeat(ROOM));
        assert_eq!(long.as_str().len(), ROOM - 1);
        assert!(long.as_str().ends_with('é'));
    }
}
