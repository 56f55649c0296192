-- Administrators are told once when the messages of a month have used up most of the budget, and once when all of it.

create table budget_warnings (
  month date not null,
  budget numeric(12, 4) not null, -- one that is raised warns anew
  state text not null check (state in ('nearly', 'passed')),
  told_at timestamptz not null default clock_timestamp(),
  primary key (month, budget, state)
);
