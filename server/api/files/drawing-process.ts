import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

// Converts SVG on stdin to PNG on stdout, within time limits. Any failure ends the process.

// enough for any screen; limited, because each layer of a drawing needs as many pixels
const box = { width: 1024, height: 512 };
const usualDensity = 72;

const [work = 0, patience = 0] = process.argv.slice(2).map(Number);
const end = () => process.kill(process.pid, 'SIGKILL');
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > work) end();
}, 100).unref();
// also if the parent is gone
setTimeout(end, patience).unref();
const svg = await buffer(process.stdin);
const { format, width, height } = await sharp(svg, { limitInputPixels: false }).metadata();
if (format !== 'svg') throw new Error('no drawing');
const scale = Math.min(box.width / width, box.height / height);
const density = Math.max(1, usualDensity * scale); // render at the final size instead of enlarging
const picture = await sharp(svg, { density, limitInputPixels: 4 * box.width * box.height })
  .resize({ ...box, fit: 'inside' })
  .ensureAlpha()
  .png({ compressionLevel: 9 })
  .toBuffer();
const { channels } = await sharp(picture).stats();
if (channels[3]?.max === 0) throw new Error('nothing is drawn');
process.stdout.write(picture);
