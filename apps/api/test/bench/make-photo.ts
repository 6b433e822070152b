import sharp from 'sharp'

/** A square photo with noise, because a plain one decodes faster. */
export async function makePhoto(side: number): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const create = { width: side, height: side, channels: 3, background: '#888', noise } as const
  return new Uint8Array(await sharp({ create }).jpeg().toBuffer())
}
