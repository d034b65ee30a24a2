import { crc32, deflateSync } from 'node:zlib';

/** A PNG file; `paint` gives red, green, blue and opacity of a pixel. */
export function png(
  width: number,
  height: number,
  paint: (x: number, y: number) => readonly [number, number, number, number],
): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => paint(x, y)).flat()]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0SECRET of the camera', 'latin1')),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A hand's line in blue ink on nothing. */
export const SIGNATURE = png(600, 200, (x, y) => {
  const line = 100 + 60 * Math.sin(x / 28) * Math.cos(x / 90);
  return Math.abs(y - line) < 5 && x > 20 && x < 580 ? [24, 40, 120, 255] : [0, 0, 0, 0];
});

/** A disc. */
export const LOGO = png(240, 240, (x, y) =>
  Math.hypot(x - 120, y - 120) < 110 ? [0, 110, 120, 255] : [255, 255, 255, 255],
);

function chunk(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
