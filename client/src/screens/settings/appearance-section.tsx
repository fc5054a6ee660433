import { useAppearance } from '../../app/use-appearance.ts';
import { RadioChips } from '../../ui/radio-chips.tsx';
import { APPEARANCE_LABELS, APPEARANCES } from '../../ui/theme.ts';
import { SettingsSection } from '../../account/settings-section.tsx';

/** The theme of this browser, as in the More menu. */
export function AppearanceSection() {
  const [appearance, setAppearance] = useAppearance();
  return (
    <SettingsSection title="Appearance" lead="Applies to this browser only.">
      <RadioChips
        label="Theme"
        choices={APPEARANCES}
        labelOf={(choice) => APPEARANCE_LABELS[choice]}
        value={appearance}
        onChange={setAppearance}
        className="setting-choices"
      />
    </SettingsSection>
  );
}
