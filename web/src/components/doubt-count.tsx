interface DoubtCountProps {
  readonly count: number;
  /** The keys that go to the next one. */
  readonly keys: { readonly hint: string; readonly aria: string };
  readonly onNext: () => void;
}

/** How many words are doubtful; nothing for none. */
export function DoubtCount({ count, keys, onNext }: DoubtCountProps) {
  const noun = count === 1 ? ' word' : ' words';
  return (
    <>
      {count > 0 && (
        <button
          type="button"
          className="cursor-pointer rounded-sm whitespace-nowrap text-warn tabular-nums hover:underline"
          aria-keyshortcuts={keys.aria}
          title={`Go to the next doubtful word (${keys.hint})`}
          onClick={onNext}
        >
          {count} doubtful<span className="max-sm:sr-only md:max-lg:sr-only">{noun}</span>
        </button>
      )}
      <span role="status" className="sr-only">
        {count > 0 && `${count} doubtful${noun}`}
      </span>
    </>
  );
}
