import { ImageUp } from 'lucide-react';
import { useId } from 'react';
import { buttonClass } from '@/components/ui/button';
import { toast } from '@/components/ui/toast-store';
import { SIGNATURE_MAX_MB } from '@/lib/constants';
import { cx } from '@/lib/cx';
import { PictureProblem, readPicture } from './picture';

interface PictureFieldProps {
  readonly label: string;
  /** A data URL. */
  readonly value: string | null;
  readonly disabled: boolean;
  readonly onChange: (value: string | null) => void;
}

/** Chooses a picture. What it looks like is shown where it will stand. */
export function PictureField({ label, value, disabled, onChange }: PictureFieldProps) {
  const id = useId();

  async function choose(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    // So that the same file can be chosen again.
    input.value = '';
    if (!file) return;
    try {
      onChange(await readPicture(file));
    } catch (error) {
      if (!(error instanceof PictureProblem)) throw error;
      toast({ title: error.title, description: error.message, variant: 'destructive' });
    }
  }

  return (
    <div>
      <span className="label">
        {label} <span className="font-normal">(max {SIGNATURE_MAX_MB}MB)</span>
      </span>
      <div className="flex flex-wrap items-center gap-2">
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-label={label}
          className="peer sr-only"
          disabled={disabled}
          onChange={(event) => void choose(event.target)}
        />
        <label
          htmlFor={id}
          className={cx(
            buttonClass(),
            'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:pointer-events-none peer-disabled:opacity-45',
          )}
        >
          <ImageUp size={15} aria-hidden />
          {value ? 'Replace image' : 'Upload image'}
        </label>
        {value && (
          <button
            type="button"
            className={buttonClass({ variant: 'ghost' })}
            disabled={disabled}
            onClick={() => onChange(null)}
          >
            Remove image
          </button>
        )}
      </div>
    </div>
  );
}

/** White as paper in either theme: what a report shows has to be judged on it. */
export function Paper({ className, children }: { className?: string; children: React.ReactNode }) {
  return (
    <div
      className={cx(
        'overflow-hidden rounded-md border bg-white p-4 font-[Calibri,Carlito,sans-serif] text-black',
        className,
      )}
    >
      {children}
    </div>
  );
}
