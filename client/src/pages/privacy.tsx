import { EXPORTS_PER_DAY, REPORT_TEXT_DAYS } from '@cruddur/shared';
import { PageHeader } from '../base/ui/page-header.tsx';
import { useTitle } from '../sync/me/use-title.ts';

export function Privacy() {
  useTitle('Privacy Policy');
  return (
    <>
      <PageHeader title="Privacy Policy" />
      <article className="prose">
        <h2>What we know</h2>
        <p>
          Your email address, the name and username you chose, your picture and bio if you gave them, and what
          you wrote for as long as it burns. The sign-in service keeps your password; we never see it.
        </p>
        <h2>What we forget</h2>
        <p>
          When a crud’s time is up, it disappears in that second, and within fifteen minutes its text is in
          none of our tables. Its likes, reposts and replies go with it.
        </p>
        <h2>Who sees what</h2>
        <p>
          Cruds and profiles are public while they last. Direct messages are seen by the two people in the
          conversation. In the settings you choose whether the other person sees what you’ve read, when you
          type and when you’re there. If you hide one of these, you don’t see it for others either. We keep
          these three choices with your account.
        </p>
        <h2>Message requests</h2>
        <p>
          You choose who can message you; we keep the choice with your account. A request that you delete
          disappears for you. Its sender keeps their own messages and isn’t told.
        </p>
        <h2>Blocks</h2>
        <p>
          We keep who you blocked and when, until you unblock them or either account is deleted. They aren’t
          notified. Public pages stay public: they can be read without signing in.
        </p>
        <h2>Mutes</h2>
        <p>
          We keep who and what you muted, until the mute ends, you undo it, or the account is deleted. No one
          else learns of it. Your browser keeps a copy until you sign out.
        </p>
        <h2>Where you’re signed in</h2>
        <p>
          For each of your sessions we keep the kind of browser and system, such as “Firefox on macOS”, when
          you signed in and when it was last used. You can see and end them in the settings. A session’s entry
          is deleted when it ends, and with the account. We keep neither the browser’s full identification nor
          network addresses for it.
        </p>
        <h2>Your data</h2>
        <p>
          In the settings you can download what we keep about you as one file: profile, settings, sessions,
          cruds, replies, likes, reposts and messages. We keep the time of each download for a day, because
          you can download it {EXPORTS_PER_DAY} times a day at most.
        </p>
        <h2>Notifications</h2>
        <p>
          If you turn on notifications, we keep the address and the keys that your browser gives us, sealed,
          until you turn them off, sign out, or the account is deleted. Your browser’s push service, run by
          its maker, learns when this site notifies you. What it delivers is encrypted and contains neither
          texts nor names.
        </p>
        <h2>Reports</h2>
        <p>
          When a crud, a message or a person is reported, the operators of this site get a copy of the text
          and of the note beside it. The copy is sealed, kept apart from the crud, and erased when the report
          is settled, after {REPORT_TEXT_DAYS} days at the latest, or with the account of either person. If an
          account is suspended, its cruds are hidden meanwhile; they still burn out in time.
        </p>
        <h2>What stays for a while</h2>
        <p>
          What has burned out, was burned or has disappeared is shown to no one from that moment, and deleted
          within fifteen minutes. In the files of our database it is overwritten later. Backups keep what was
          there when they were made, for as long as the operators of this site keep them.
        </p>
        <h2>What is stored in your browser</h2>
        <p>
          Your username, name, id and sign-in tokens, so that you stay signed in. Your drafts, and what hasn’t
          been sent yet. The appearance you chose, whether shortcuts are on, and which version of our program
          you have. Signing out removes all but the last three. There are no advertising cookies, because
          there are no advertisements.
        </p>
      </article>
    </>
  );
}
