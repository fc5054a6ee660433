/** An unread count; nothing at zero. Above 99 it says so. The number in full belongs in the label around it. */
export function Badge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <b className="badge" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </b>
  );
}
