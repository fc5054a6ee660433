import { paths } from '../../base/paths.ts';
import { LinkButton } from '../../base/ui/button.tsx';

/** The invitation for visitors; the specification fixes its texts. */
export function JoinPanel() {
  return (
    <section className="join">
      <h2>Join The Party</h2>
      <p>Have something you want to say?</p>
      <p>Don&apos;t think about it, just crud it!</p>
      <p>Regret it? No worries, We&apos;ll forget it...</p>
      <LinkButton wide to={paths.signUp}>
        Join Now
      </LinkButton>
      <LinkButton wide variant="quiet" to={paths.signIn}>
        Sign In
      </LinkButton>
    </section>
  );
}
