/** Pictures that a person chooses for their reports, as data URLs. The server draws them anew; here is what can be told at once. */
import { SIGNATURE_MAX_MB } from '@/lib/constants';

/** Why a file is not taken, in the words of the toast. */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem';
  readonly title: string;

  constructor(title: string, message: string) {
    super(message);
    this.title = title;
  }
}

const notAPicture = () => new PictureProblem('Invalid File', 'Please upload an image file.');

/** What a Word file shows. Anything else that the browser can draw is drawn into the first of them. */
const KEPT_TYPES = ['image/png', 'image/jpeg'];
const LARGEST_FILE = SIGNATURE_MAX_MB * 1024 * 1024;
/** As much as the server keeps of a side. */
const LONGEST_SIDE = 1_600;

export async function readPicture(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw notAPicture();
  if (file.size > LARGEST_FILE) {
    throw new PictureProblem('File Too Large', `Image must be smaller than ${SIGNATURE_MAX_MB}MB.`);
  }
  return KEPT_TYPES.includes(file.type) ? dataUrl(file) : drawn(file);
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(notAPicture());
    reader.readAsDataURL(file);
  });
}

async function drawn(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw notAPicture();
  });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const asPng = await blobOf(canvas, 'image/png');
  if (asPng.size <= LARGEST_FILE) {
    picture.close();
    return dataUrl(asPng);
  }
  // A photograph: what would be transparent is paper.
  if (context) {
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  picture.close();
  return dataUrl(await blobOf(canvas, 'image/jpeg'));
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(notAPicture())), type, 0.92);
  });
}
