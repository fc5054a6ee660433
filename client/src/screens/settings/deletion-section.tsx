import { Button } from '../../ui/button.tsx';
import { SettingsSection } from './settings-section.tsx';

/** The way out, and what it takes along. */
export function DeletionSection({ onDelete }: { onDelete: () => void }) {
  return (
    <SettingsSection
      danger
      title="Delete account"
      lead="What burns out by itself some day can also go at once. There is no way back from this:"
    >
      <ul className="goes">
        <li>Your cruds go, with every reply to them, and so do your replies to others.</li>
        <li>Your messages go. What others wrote to you stays with them.</li>
        <li>Your picture, name, bio, likes and reposts go.</li>
        <li>Your sign-in goes: password, passkeys and devices.</li>
        <li>Your handle goes to nobody, so that nobody can pose as you.</li>
      </ul>
      <div>
        <Button className="btn-danger" onClick={onDelete}>
          Delete account
        </Button>
      </div>
    </SettingsSection>
  );
}
