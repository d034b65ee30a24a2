import { readInstallation } from '@/lib/installation';

/** Whom to write to: the installation's address, or the contact page where none is known. */
export function SupportContact() {
  const { supportEmail } = readInstallation();
  if (!supportEmail) {
    return (
      <a className="link" href="/contact">
        us
      </a>
    );
  }
  return (
    <a className="link" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  );
}
