/** The user's own words, and what is written in the place of what is heard. Each change is saved at once. */
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Vocabulary } from '@/api/types';
import { vocabularyQuery } from '@/api/vocabulary';
import { LoadFailed } from '@/components/load-failed';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Loading } from '@/components/ui/spinner';
import { Textarea } from '@/components/ui/textarea';
import { useSaveVocabulary } from './api';

type Save = (vocabulary: Vocabulary, done?: () => void) => void;

export function VocabularyCard() {
  const { data: vocabulary, isPending, isFetching, refetch } = useQuery(vocabularyQuery);
  const { mutate, isPending: saving } = useSaveVocabulary();
  const save: Save = (next, done) => mutate(next, { onSuccess: done });
  return (
    <Card aria-labelledby="vocabulary">
      <CardHeader id="vocabulary" title="Vocabulary" aside={vocabulary && countLine(vocabulary)} />
      <CardBody className="grid gap-6">
        {isPending && <Loading label="Loading your vocabulary" className="min-h-64" />}
        {!isPending && !vocabulary && <LoadFailed what="Your vocabulary" pending={isFetching} onRetry={refetch} />}
        {vocabulary && <Words vocabulary={vocabulary} saving={saving} save={save} />}
        {vocabulary && <Replacements vocabulary={vocabulary} saving={saving} save={save} />}
      </CardBody>
    </Card>
  );
}

interface PartProps {
  readonly vocabulary: Vocabulary;
  readonly saving: boolean;
  readonly save: Save;
}

function Words({ vocabulary, saving, save }: PartProps) {
  const [word, setWord] = useState('');
  const { words } = vocabulary;
  function add(event: FormEvent): void {
    event.preventDefault();
    if (word.trim()) save({ ...vocabulary, words: [...words, word.trim()] }, () => setWord(''));
  }
  return (
    <section aria-labelledby="own-words">
      <h3 id="own-words" className="text-sm font-medium">
        Words
      </h3>
      <form onSubmit={add} className="mt-2 flex items-start gap-2">
        <Field
          className="flex-1"
          label="New word"
          hint="Names, drugs and terms that you dictate. They are written as they stand here."
        >
          {(control) => (
            <Input {...control} maxLength={100} value={word} onChange={(event) => setWord(event.target.value)} />
          )}
        </Field>
        <Button type="submit" className="mt-5.5" disabled={saving || !word.trim()}>
          Add word
        </Button>
      </form>
      {words.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {words.map((each) => (
            <li key={each} className="flex items-center rounded-md border bg-raised pl-2.5 text-sm">
              {each}
              <RemoveButton
                what={each}
                disabled={saving}
                onClick={() => save({ ...vocabulary, words: words.filter((kept) => kept !== each) })}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Replacements({ vocabulary, saving, save }: PartProps) {
  const [heard, setHeard] = useState('');
  const [written, setWritten] = useState('');
  const { replacements } = vocabulary;
  function add(event: FormEvent): void {
    event.preventDefault();
    if (!heard.trim()) return;
    const entry = { heard: heard.trim(), written: written.trim() };
    save({ ...vocabulary, replacements: [...replacements, entry] }, () => {
      setHeard('');
      setWritten('');
    });
  }
  return (
    <section aria-labelledby="own-replacements">
      <h3 id="own-replacements" className="text-sm font-medium">
        Replacements
      </h3>
      <form onSubmit={add} className="mt-2 grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_auto]">
        <Field label="When this is heard" hint="A phrase you say, or a word that is often misheard.">
          {(control) => (
            <Input {...control} maxLength={100} value={heard} onChange={(event) => setHeard(event.target.value)} />
          )}
        </Field>
        <Field label="Write this" hint="A word, a sentence or several lines.">
          {(control) => (
            <Textarea
              {...control}
              rows={1}
              maxLength={1000}
              className="block min-h-9 resize-y py-1.25"
              value={written}
              onChange={(event) => setWritten(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="sm:mt-5.5" disabled={saving || !heard.trim()}>
          Add replacement
        </Button>
      </form>
      {replacements.length > 0 && (
        <ul className="mt-3 divide-y rounded-md border">
          {replacements.map((each) => (
            <li key={each.heard} className="flex items-center gap-3 py-1 pl-3 text-sm">
              <span className="grid min-w-0 flex-1 gap-x-3 sm:grid-cols-[2fr_3fr]">
                <span className="wrap-anywhere">{each.heard}</span>
                <span className="flex min-w-0 gap-2 text-ink-2">
                  <ArrowRight size={14} className="mt-1 shrink-0 text-ink-3" aria-label="is written as" />
                  <span className="min-w-0 whitespace-pre-line wrap-anywhere">{each.written || 'nothing'}</span>
                </span>
              </span>
              <RemoveButton
                what={each.heard}
                disabled={saving}
                onClick={() => save({ ...vocabulary, replacements: replacements.filter((kept) => kept !== each) })}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function RemoveButton({ what, disabled, onClick }: { what: string; disabled: boolean; onClick: () => void }) {
  return (
    <Button variant="ghost" aria-label={`Remove ${what}`} className="size-8 px-0" disabled={disabled} onClick={onClick}>
      <X size={14} aria-hidden />
    </Button>
  );
}

function countLine({ words, replacements }: Vocabulary): string {
  const of = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  return `${of(words.length, 'word')}, ${of(replacements.length, 'replacement')}`;
}
