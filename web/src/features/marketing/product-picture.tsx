/** The workspace as it is: e2e/pictures takes the pictures from the running program. */
import phoneDark from './pictures/phone-dark@2x.webp';
import phoneLight from './pictures/phone-light@2x.webp';
import desktopDark from './pictures/workspace-dark@1x.webp';
import desktopDarkFine from './pictures/workspace-dark@2x.webp';
import desktopLight from './pictures/workspace-light@1x.webp';
import desktopLightFine from './pictures/workspace-light@2x.webp';

const ALT =
  'The Readout workspace. On the left the patient, in the middle the recorder and the words of the dictation, on the right the structured report with the dictated lines underlined. Below it a note that the impression names the other side than the findings, with a button that changes it.';

const THEMES = [
  { name: 'dark', phone: phoneDark, desktop: desktopDark, fine: desktopDarkFine, className: 'hidden dark:block' },
  { name: 'light', phone: phoneLight, desktop: desktopLight, fine: desktopLightFine, className: 'dark:hidden' },
];

/** The picture of the other theme is not shown, and so not fetched: that is what `lazy` does for it. */
export function ProductPicture() {
  return THEMES.map(({ name, phone, desktop, fine, className }) => (
    <picture key={name} className={className}>
      <source media="(max-width: 639px)" srcSet={phone} width={390} height={844} type="image/webp" />
      <img
        src={desktop}
        srcSet={`${desktop} 1440w, ${fine} 2880w`}
        sizes="(min-width: 1240px) 1158px, calc(100vw - 42px)"
        width={1440}
        height={900}
        alt={ALT}
        loading="lazy"
        decoding="async"
        className="mx-auto block h-auto w-full max-w-[390px] rounded-xl border shadow-pop sm:max-w-none"
      />
    </picture>
  ));
}
