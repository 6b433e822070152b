import { Avatar, Style } from '@dicebear/core'
import definition from '@dicebear/styles/open-peeps.json' with { type: 'json' }
import type { LookName } from '@gatehouse/validation/vocabulary'
import sharp from 'sharp'

/** Open Peeps by Pablo Stanley, CC0 1.0. */
const style = new Style(definition)

/** The background colours of each look. */
const backgrounds: Record<LookName, string[]> = {
  presence: ['#e9d9bd', '#b9d8d4', '#e8b98f', '#b7c6cf'],
  pulse: ['#c3cad0', '#f5b942', '#93a1ad', '#e08e45'],
  batbooth: ['#c9cfe6', '#b7a2e0', '#8fa3c8', '#c7a6e8'],
}

/** Draws a portrait as WebP, 256 px square. The face depends only on the seed. */
export async function drawAvatar(seed: string, look: LookName): Promise<Buffer> {
  const avatar = new Avatar(style, {
    seed,
    size: 256,
    backgroundColor: backgrounds[look],
    expressionVariant: ['calm', 'cute', 'lovingGrin1', 'lovingGrin2', 'smile', 'smileBig', 'solemn'],
    headVariant: ['afro', 'bangs', 'bun', 'grayShort', 'long', 'medium1', 'short1', 'short3', 'twists'],
    maskProbability: 0,
    accessoriesVariant: ['glasses', 'glasses2', 'glasses3', 'glasses4', 'glasses5'],
    accessoriesProbability: 25,
    facialHairProbability: 0,
  })
  return sharp(Buffer.from(avatar.toString())).webp({ quality: 84, effort: 2 }).toBuffer()
}
