import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

// SVG in, PNG out, in so many milliseconds of a processor and so many altogether; whatever fails ends the process, and whoever
// started it takes that as a refusal

/** Large enough for a letterhead and for any screen; small, because every layer of a drawing takes as many pixels. */
const box = { width: 1024, height: 512 };
const usualDensity = 72;

const [work = 0, patience = 0] = process.argv.slice(2).map(Number);
const end = () => process.kill(process.pid, 'SIGKILL');
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > work) end();
}, 100).unref();
// also when whoever started it is gone, and nobody ends it any more
setTimeout(end, patience).unref();
const svg = await buffer(process.stdin);
const { format, width, height } = await sharp(svg, { limitInputPixels: false }).metadata();
if (format !== 'svg') throw new Error('no drawing');
const scale = Math.min(box.width / width, box.height / height);
const density = Math.max(1, usualDensity * scale); // drawn at its final size, not enlarged afterwards
const picture = await sharp(svg, { density, limitInputPixels: 4 * box.width * box.height })
  .resize({ ...box, fit: 'inside' })
  .ensureAlpha()
  .png({ compressionLevel: 9 })
  .toBuffer();
const { channels } = await sharp(picture).stats();
if (channels[3]?.max === 0) throw new Error('nothing is drawn');
process.stdout.write(picture);
