/** Stands at the text that spoken words go to. */
export function ListeningSign() {
  return (
    <span className="flex items-center gap-1.5 text-rec">
      <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-rec motion-reduce:animate-none" />
      Listening
    </span>
  );
}
