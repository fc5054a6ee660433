import { EXPORTS_PER_DAY } from '@cruddur/shared';
import { Check, Download } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Icon } from '../ui/icon.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useDataExport } from './use-data-export.ts';

/** The download of all that the product keeps about the user. */
export function DataSection() {
  const { errors, isDownloading, received, fileName, download, cancel } = useDataExport();
  return (
    <SettingsSection
      title="Your data"
      lead={`One JSON file with your profile, settings, sessions, cruds, replies, likes, reposts and messages, without what has expired or was removed. Up to ${EXPORTS_PER_DAY} times in 24 hours.`}
    >
      <ErrorBox errors={errors} />
      <div className="setting-download">
        <Button variant="outline" busy={isDownloading} onClick={download}>
          {!isDownloading && <Icon of={Download} size="small" />}
          <span>Download my data</span>
        </Button>
        {isDownloading && (
          <Button variant="outline" onClick={cancel}>
            Cancel
          </Button>
        )}
        <p role="status">
          {isDownloading && <span>{`${formatBytes(received)} received`}</span>}
          {!isDownloading && fileName !== null && (
            <>
              <Icon of={Check} size="small" /> Saved as {fileName}
            </>
          )}
        </p>
      </div>
    </SettingsSection>
  );
}

const KB = 1000;
const MB = 1000 * KB;

/** `0 KB`, `84 KB`, `1.2 MB` */
function formatBytes(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / MB).toFixed(1)} MB`;
}
