/** An unread count, `99+` above 99, nothing at zero. Hidden from screen readers: the label around it has the full number. */
export function Badge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <b className="badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </b>
  );
}
