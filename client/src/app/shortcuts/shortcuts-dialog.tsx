import { Dialog } from '../../components/dialog.tsx';
import { ACT_KEYS, PLACE_KEYS, type Shortcut } from './keys.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  on: boolean;
  onTurn: (on: boolean) => void;
}

/** All shortcuts, and the switch for those whose voice or hand presses keys that they do not mean. */
export function ShortcutsDialog({ open, onClose, on, onTurn }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Shortcuts">
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          data-begin=""
          checked={on}
          onChange={(event) => onTurn(event.currentTarget.checked)}
        />
        <span>
          <b>Use shortcuts</b>
          <span className="line">One key, without Control or Alt. Never while you write.</span>
        </span>
      </label>
      <div className="keys-lists">
        <KeyList title="Cruds" shortcuts={Object.values(ACT_KEYS)} />
        <KeyList title="Go to" shortcuts={Object.values(PLACE_KEYS)} />
      </div>
    </Dialog>
  );
}

function KeyList({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="keys">
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
