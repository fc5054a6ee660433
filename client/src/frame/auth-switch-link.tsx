import { Link } from 'react-router-dom';

type Props = { question: string; action: string; to: string };

/** The foot of a card of the way in: another way, for those who meant that one. */
export function AuthSwitchLink({ question, action, to }: Props) {
  return (
    <p className="strip">
      {question}{' '}
      <Link className="link" to={to}>
        <b>{action}</b>
      </Link>
    </p>
  );
}
