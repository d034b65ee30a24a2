import { TOKENS } from '@/lib/constants';

/** The installation's support address; the server fills the token. */
export function SupportLink() {
  return (
    <a className="link" href={`mailto:${TOKENS.supportEmail}`}>
      {TOKENS.supportEmail}
    </a>
  );
}
