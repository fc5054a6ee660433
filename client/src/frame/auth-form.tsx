import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useHydrating } from '../ssr/use-hydrating.ts';

/**
 * A card of the way in. Whatever sends it before the program is there, such as a password manager, sends nothing in an address:
 * those are kept and logged.
 */
export function AuthForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className="card"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      noValidate
    >
      {children}
      <noscript>
        <p>This page of Cruddur needs JavaScript.</p>
      </noscript>
    </form>
  );
}

/** Sends the form, or does what else it is for, once there is a program that can: no press is lost meanwhile. */
export function AuthButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const hydrating = useHydrating();
  return <Button type="submit" {...rest} disabled={hydrating || disabled} />;
}
