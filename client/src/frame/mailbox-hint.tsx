/** Where the local pool's mails are; nothing with a real pool, whose mails really arrive. */
export function MailboxHint({ mailbox }: { mailbox: string | null }) {
  if (mailbox === null) return null;
  return (
    <>
      {' '}
      Here, it is in{' '}
      <a className="link" href={mailbox} target="_blank" rel="noreferrer">
        the local mailbox
      </a>
      .
    </>
  );
}
