import { PageHeader } from '../../frame/page-header.tsx';
import { useTitle } from '../../app/use-title.ts';

export function Terms() {
  useTitle('Terms of Service');
  return (
    <>
      <PageHeader title="Terms of Service" />
      <article className="prose">
        <h2>Yours</h2>
        <p>
          What you write stays yours. You let us show it to others until it burns out, and you can burn it
          sooner.
        </p>
        <h2>Not here</h2>
        <p>
          No threats, no harassment, no publishing of other people&apos;s private lives, no pretending to be a
          person you are not. That a crud is short-lived does not make it harmless.
        </p>
        <p>
          You can report a crud, a message or a person from its menu. We may burn what breaks these rules, and
          suspend people who keep breaking them.
        </p>
        <h2>Ours</h2>
        <p>
          We keep the place running as well as we can and promise one thing firmly: a crud whose time is up is
          no longer shown. Everything else may change, and when it does, this page says so.
        </p>
        <h2>Leaving</h2>
        <p>You can stop at any time. What you lit goes out by itself.</p>
      </article>
    </>
  );
}
