/** A term and its value, in a `dl`. */
export function Entry({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs font-medium text-ink-3">{term}</dt>
      <dd className="mt-0.5 text-base wrap-anywhere">
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
