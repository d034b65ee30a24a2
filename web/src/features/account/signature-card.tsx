import { PremiumNotice } from '@/components/premium-notice';
import { Card, CardBody, CardHeader } from '@/components/ui/card';

export function SignatureCard({ premium }: { premium: boolean }) {
  return (
    <Card aria-labelledby="signature">
      <CardHeader id="signature" title="Signature Settings" />
      <CardBody>
        {premium ? (
          <p className="text-sm text-ink-2">
            Your subscription includes a signature on exported reports. This release cannot save one yet; it will be set
            up here.
          </p>
        ) : (
          <PremiumNotice>Save a signature once and have it on every report you export.</PremiumNotice>
        )}
      </CardBody>
    </Card>
  );
}
