import type { LookName } from '@gatehouse/validation/vocabulary'

/** The colours of an email in sRGB: email programs support no tokens, OKLCH or style sheets. */
export interface EmailColours {
  surface: string
  raised: string
  text: string
  quiet: string
  hairline: string
  accent: string
  onAccent: string
  link: string
  radius: number
}

/** The light colours of each look. */
export const emailColours: Record<LookName, EmailColours> = {
  presence: {
    surface: '#fbf8f3',
    raised: '#fffefd',
    text: '#172231',
    quiet: '#535d6b',
    hairline: '#e0dcd4',
    accent: '#015c5d',
    onAccent: '#fefcf9',
    link: '#02595a',
    radius: 10,
  },
  pulse: {
    surface: '#f1f5f8',
    raised: '#fefeff',
    text: '#1b1e23',
    quiet: '#52575f',
    hairline: '#d0d5d9',
    accent: '#fcbe16',
    onAccent: '#15171c',
    link: '#724b0f',
    radius: 4,
  },
  batbooth: {
    surface: '#f4f6fb',
    raised: '#fefeff',
    text: '#1b1d38',
    quiet: '#575b70',
    hairline: '#d7dae4',
    accent: '#6b3ecb',
    onAccent: '#fdfdff',
    link: '#6539c2',
    radius: 16,
  },
}
