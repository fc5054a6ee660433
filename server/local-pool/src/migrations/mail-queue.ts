/** Mails that the mail server has not taken yet. A gateway of the version before leaves the table alone. */
export const mailQueueStatements = [
  `create table pool_mail_queue (
    id uuid primary key,
    sub uuid references pool_users on delete cascade,
    purpose text not null,
    mail_sealed text not null,
    attempts integer not null,
    next_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index pool_mail_queue_next on pool_mail_queue (next_at)`,
  `create index pool_mail_queue_person on pool_mail_queue (sub)`,
];
