import { TextPage } from '@/components/public-page';

export function ShippingPolicyPage() {
  return (
    <TextPage path="/shipping-policy" title="Shipping Policy">
      <p className="text-lg text-ink">Coming Soon</p>
    </TextPage>
  );
}
