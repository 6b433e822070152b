import type { LookName } from '@gatehouse/validation/vocabulary'
import sharp from 'sharp'
import type { Random } from './random.ts'

/** What stands behind and below a face, in the colours of the look. */
const palettes: Record<LookName, { skies: string[][]; land: string[]; cloth: string[] }> = {
  presence: {
    skies: [
      ['#f6efe2', '#e9d9bd'],
      ['#e4efed', '#b9d8d4'],
      ['#f4e3d3', '#e8b98f'],
      ['#e9e6dc', '#b7c6cf'],
    ],
    land: ['#0f5c5c', '#2f7f7b', '#1f3552', '#8aa9a4'],
    cloth: ['#0f5c5c', '#1f3552', '#b5633a', '#e7dcc8', '#7d2f3a', '#48745f'],
  },
  pulse: {
    skies: [
      ['#eceff1', '#c3cad0'],
      ['#ffe9bf', '#f5b942'],
      ['#dfe5ea', '#93a1ad'],
      ['#fbe3cf', '#e08e45'],
    ],
    land: ['#3a424a', '#59636d', '#2a3036', '#8a5a2b'],
    cloth: ['#f2a900', '#f26a1b', '#2a3036', '#4a6a85', '#d8e04a'],
  },
  batbooth: {
    skies: [
      ['#eef1f8', '#c9cfe6'],
      ['#2a2553', '#6f5fb0'],
      ['#e8e2f6', '#b7a2e0'],
      ['#1d2440', '#46558f'],
    ],
    land: ['#352c66', '#5b4b9a', '#232b4d', '#7f8fb8'],
    cloth: ['#5b3fa8', '#2b3463', '#8fa3c8', '#c7a6e8', '#31506b'],
  },
}

const skins = ['#fbdcc4', '#f3c9a5', '#e6b48a', '#d59a6c', '#b97a4e', '#96603c', '#744729', '#57341f']
const hairs = [
  '#1c1714',
  '#2e211a',
  '#4a3122',
  '#6b4427',
  '#94633a',
  '#c49a5c',
  '#8c8a88',
  '#d8d5d0',
  '#a8442a',
]
const darkHairs = hairs.slice(0, 3)

type Hair = 'short' | 'curls' | 'long' | 'bob' | 'bun' | 'crop' | 'braids' | 'bald' | 'scarf' | 'turban'

/** A drawn portrait as WebP, 256 px square: one draw of the seed is one face. */
export async function drawAvatar(random: Random, look: LookName, firstName: string): Promise<Buffer> {
  return sharp(Buffer.from(portrait(random, look, firstName)))
    .resize(256, 256)
    .webp({ quality: 84, effort: 2 })
    .toBuffer()
}

/** The portrait as SVG. */
export function portrait(random: Random, look: LookName, firstName: string): string {
  const { skies, land, cloth } = palettes[look]
  const sky = random.pick(skies)
  const skin = random.pick(skins)
  const hair = random.pick(skins.indexOf(skin) >= 4 ? darkHairs : hairs)
  const style = styleOf(random, firstName)
  const wrap = random.pick(cloth)
  const parts = [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>`,
    `<rect width="256" height="256" fill="url(#sky)"/>`,
    landscape(random, look, land),
    behindHead(style, hair, wrap),
    shoulders(random, skin, random.pick(cloth.filter((colour) => colour !== wrap)), look),
    head(skin),
    ...(hasBeard(random, style, firstName) ? [beard(random, hair)] : []),
    features(random, skin, hair),
    onHead(style, hair, wrap),
    ...(random.chance(0.3) ? [glasses(random)] : []),
    ...(look === 'pulse' && random.chance(0.45) ? [hardHat(random)] : []),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">${parts.join('')}</svg>`
}

function landscape(random: Random, look: LookName, [a = '', b = '', c = '']: string[]): string {
  const sun = `<circle cx="${random.int(30, 226)}" cy="${random.int(34, 74)}" r="${random.int(14, 24)}" fill="#fff" opacity=".55"/>`
  const lift = random.int(-10, 14)
  if (look === 'pulse') {
    return `${sun}<path d="M0 ${172 + lift}L46 ${120 + lift}L84 ${150 + lift}L132 ${98 + lift}L190 ${156 + lift}L222 ${132 + lift}L256 ${160 + lift}V256H0Z" fill="${b}" opacity=".55"/><path d="M0 ${196 + lift}L60 ${170 + lift}H110L150 ${190 + lift}H210L256 ${174 + lift}V256H0Z" fill="${a}" opacity=".7"/>`
  }
  if (look === 'batbooth') {
    const x = random.int(24, 60)
    return `${sun}<path d="M0 0H256V96Q220 60 196 92Q176 40 150 78Q128 20 104 74Q84 44 62 90Q36 58 0 104Z" fill="${c}" opacity=".5"/><path d="M0 256V190Q40 150 70 196Q100 160 128 200Q168 158 196 198Q226 164 256 188V256Z" fill="${a}" opacity=".55"/><circle cx="${x}" cy="150" r="26" fill="#ffd98a" opacity=".35"/><circle cx="${x}" cy="150" r="9" fill="#ffe7b0" opacity=".9"/>`
  }
  const boat = random.int(16, 206)
  return `${sun}<path d="M0 ${150 + lift}Q60 ${122 + lift} 120 ${146 + lift}T256 ${140 + lift}V256H0Z" fill="${b}" opacity=".4"/><path d="M0 ${176 + lift}H256V256H0Z" fill="${a}" opacity=".55"/><path d="M${boat} ${176 + lift}v-40l24 40z" fill="#fff" opacity=".85"/><path d="M${boat - 8} ${178 + lift}h40l-8 9h-24z" fill="${c}" opacity=".8"/>`
}

function shoulders(random: Random, skin: string, cloth: string, look: LookName): string {
  const body = `<path d="M36 256C38 214 76 200 128 200S218 214 220 256Z" fill="${cloth}"/>`
  const neck = `<path d="M108 160H148V200Q128 222 108 200Z" fill="${skin}"/><path d="M108 176Q128 194 148 176V186Q128 204 108 186Z" fill="#000" opacity=".12"/>`
  const collars = [
    `<path d="M104 200Q128 226 152 200L158 206Q128 240 98 206Z" fill="#fff" opacity=".28"/>`,
    `<path d="M100 202L128 236L156 202L168 212L140 256H116L88 212Z" fill="#fff" opacity=".85"/><path d="M122 232L128 226L134 232L138 256H118Z" fill="#000" opacity=".45"/>`,
    `<path d="M96 204Q128 244 160 204L160 196H96Z" fill="${skin}"/>`,
  ]
  const stripes = `<path d="M70 214L84 256H98L80 210ZM186 214L172 256H158L176 210Z" fill="#f4f6c8" opacity=".9"/>`
  return `${body}${neck}${look === 'pulse' ? stripes : random.pick(collars)}`
}

function head(skin: string): string {
  return `<ellipse cx="77" cy="124" rx="9" ry="14" fill="${skin}"/><ellipse cx="179" cy="124" rx="9" ry="14" fill="${skin}"/><path d="M78 112C78 72 98 56 128 56S178 72 178 112C178 154 156 182 128 182S78 154 78 112Z" fill="${skin}"/>`
}

function features(random: Random, skin: string, hair: string): string {
  const y = random.int(114, 119)
  const eyes = random.weighted([
    ['#2b1d14', 6],
    ['#4b3522', 3],
    ['#3d5a6b', 2],
    ['#4f6b46', 1],
  ])
  const brow = random.int(-3, 3)
  const width = random.int(12, 19)
  const smile = random.int(6, 14)
  const isOpen = random.chance(0.35)
  const mouth = isOpen
    ? `<path d="M${128 - width} 150Q128 ${150 + smile * 2} ${128 + width} 150Z" fill="#7c2f2f"/><path d="M${131 - width} 151.5Q128 155 ${125 + width} 151.5L${122 + width} 155Q128 158 ${134 - width} 155Z" fill="#fff"/>`
    : `<path d="M${128 - width} 151Q128 ${151 + smile} ${128 + width} 151" fill="none" stroke="#7a3b32" stroke-width="4" stroke-linecap="round"/>`
  return [
    `<ellipse cx="94" cy="140" rx="11" ry="7" fill="#d8584c" opacity=".16"/><ellipse cx="162" cy="140" rx="11" ry="7" fill="#d8584c" opacity=".16"/>`,
    `<path d="M96 ${y - 16 + brow}Q106 ${y - 22} 117 ${y - 16}M139 ${y - 16}Q150 ${y - 22} 160 ${y - 16 + brow}" fill="none" stroke="${hair}" stroke-width="4.5" stroke-linecap="round"/>`,
    `<ellipse cx="107" cy="${y}" rx="8" ry="5.6" fill="#fff"/><ellipse cx="149" cy="${y}" rx="8" ry="5.6" fill="#fff"/><circle cx="107" cy="${y}" r="4.6" fill="${eyes}"/><circle cx="149" cy="${y}" r="4.6" fill="${eyes}"/><circle cx="108.6" cy="${y - 1.6}" r="1.4" fill="#fff"/><circle cx="150.6" cy="${y - 1.6}" r="1.4" fill="#fff"/>`,
    `<path d="M127 ${y + 4}Q${random.int(119, 122)} ${y + 20} 131 ${y + 21}" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="3.4" stroke-linecap="round"/>`,
    mouth,
    skin === skins[0] && random.chance(0.5)
      ? `<g fill="#b06a44" opacity=".5"><circle cx="98" cy="132" r="1.3"/><circle cx="104" cy="136" r="1.3"/><circle cx="92" cy="135" r="1.3"/><circle cx="153" cy="133" r="1.3"/><circle cx="160" cy="136" r="1.3"/></g>`
      : '',
  ].join('')
}

const fringe = (hair: string) =>
  `<path d="M76 112C70 66 96 44 130 44S188 66 180 112C176 92 168 82 152 78C132 88 100 84 90 80C82 88 78 98 76 112Z" fill="${hair}"/>`

function behindHead(style: Hair, hair: string, wrap: string): string {
  if (style === 'long')
    return `<path d="M70 104C64 52 100 38 128 38S194 52 188 104C190 150 198 188 190 216H66C58 188 68 150 70 104Z" fill="${hair}"/>`
  if (style === 'bob')
    return `<path d="M66 108C62 54 98 40 128 40S196 54 190 108C192 140 190 158 184 172H72C66 158 64 140 66 108Z" fill="${hair}"/>`
  if (style === 'bun') return `<circle cx="128" cy="36" r="22" fill="${hair}"/>`
  if (style === 'braids')
    return `<path d="M72 104C66 52 100 40 128 40S190 52 184 104L190 214Q182 224 174 214L170 130H86L82 214Q74 224 66 214Z" fill="${hair}"/>`
  if (style === 'curls')
    return [
      [78, 84],
      [92, 60],
      [114, 46],
      [142, 46],
      [164, 60],
      [178, 84],
      [74, 108],
      [182, 108],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="21" fill="${hair}"/>`)
      .join('')
  if (style === 'scarf')
    return `<path d="M62 118C56 52 96 34 128 34S200 52 194 118C198 168 206 200 212 226H44C50 200 58 168 62 118Z" fill="${wrap}"/>`
  return ''
}

function onHead(style: Hair, hair: string, wrap: string): string {
  switch (style) {
    case 'bald':
      return `<path d="M92 76Q128 56 160 72" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="6" stroke-linecap="round"/>`
    case 'crop':
      return `<path d="M77 108C74 68 98 50 128 50S182 68 179 108C176 88 160 76 128 76S80 88 77 108Z" fill="${hair}"/>`
    case 'scarf':
      return `<path d="M72 124C66 72 96 48 128 48S190 72 184 124C180 84 158 68 128 68S76 84 72 124Z" fill="${wrap}"/><path d="M72 124C78 168 100 190 128 192S178 168 184 124L196 190Q128 236 60 190Z" fill="${wrap}"/><path d="M76 150Q96 196 150 204" fill="none" stroke="#000" stroke-opacity=".14" stroke-width="4"/>`
    case 'turban':
      return `<path d="M66 100C60 46 98 26 128 26S196 46 190 100C176 82 156 74 128 84C100 74 80 82 66 100Z" fill="${wrap}"/><path d="M70 92Q104 44 170 40M84 84Q128 52 186 62M128 84Q112 60 96 40" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="4"/>`
    case 'curls':
      return [
        [92, 74],
        [112, 64],
        [134, 62],
        [156, 70],
      ]
        .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="16" fill="${hair}"/>`)
        .join('')
    case 'braids':
    case 'bun':
      return `<path d="M76 108C72 66 98 46 128 46S184 66 180 108C174 84 152 76 128 62C104 76 82 84 76 108Z" fill="${hair}"/>`
    case 'short':
    case 'long':
    case 'bob':
      return fringe(hair)
  }
}

function hasBeard(random: Random, style: Hair, firstName: string): boolean {
  const mayHave = !isWoman(firstName) && !['long', 'bob', 'bun', 'braids', 'scarf'].includes(style)
  return style === 'turban' || (random.chance(0.45) && mayHave)
}

function beard(random: Random, hair: string): string {
  return random.chance(0.6)
    ? `<path d="M80 128C82 164 104 190 128 190S174 164 176 128C168 148 158 142 128 140S88 148 80 128Z" fill="${hair}"/>`
    : `<path d="M106 146Q128 134 150 146Q150 150 146 150Q128 142 110 150Q106 150 106 146Z" fill="${hair}"/>`
}

function glasses(random: Random): string {
  const colour = random.pick(['#2b2b2b', '#6b3e26', '#1f3552', '#8d8d8d'])
  const lens = random.chance(0.5)
    ? `<circle cx="106" cy="118" r="17"/><circle cx="150" cy="118" r="17"/>`
    : `<rect x="88" y="106" width="36" height="25" rx="7"/><rect x="132" y="106" width="36" height="25" rx="7"/>`
  return `<g fill="#fff" fill-opacity=".18" stroke="${colour}" stroke-width="3.6">${lens}<path d="M123 116Q128 112 133 116M89 114L78 110M167 114L178 110" fill="none"/></g>`
}

function hardHat(random: Random): string {
  const colour = random.pick(['#f2a900', '#f4f4f0', '#2f6db0', '#f26a1b'])
  return `<path d="M62 88C64 44 96 24 128 24S192 44 194 88Z" fill="${colour}"/><path d="M116 24H140V60Q128 66 116 60Z" fill="#fff" opacity=".35"/><path d="M52 86Q128 68 204 86V96Q128 80 52 96Z" fill="${colour}"/><path d="M52 92Q128 76 204 92V97Q128 82 52 97Z" fill="#000" opacity=".22"/>`
}

const women =
  'Amelia Charlotte Matilda Isla Poppy Georgia Imogen Tess Zoë Bronte Siobhán Niamh Aoife Róisín Bridget Linh Thảo Hương Mai Trang Mei-Ling Xiaoyu Lian Ruolan Priya Ananya Kavita Meera Divya Harpreet Eleni Despina Sofia Katerina Chiara Giulia Francesca Rosa Layla Yasmin Noor Rania Maricel Angelica Liezl Divina Aroha Mere Lani Manaia Achol Amina Chiamaka Nyibol Ji-woo Seo-yeon Yuki Aiko Agnieszka Marija Ivana Zsófia Lucía Camila Valentina Renata Shirin Parisa Elif Aylin Dilani Tharushi Sachini Marguerite Bronwyn'.split(
    ' ',
  )
const wrapped = new Set(['Yasmin', 'Noor', 'Amina', 'Layla'])
const turbaned = new Set(['Gurpreet'])

function isWoman(firstName: string): boolean {
  return women.includes(firstName)
}

function styleOf(random: Random, firstName: string): Hair {
  if (turbaned.has(firstName)) return 'turban'
  if (wrapped.has(firstName) && random.chance(0.6)) return 'scarf'
  return isWoman(firstName)
    ? random.weighted<Hair>([
        ['long', 5],
        ['bob', 4],
        ['bun', 3],
        ['braids', 2],
        ['curls', 3],
        ['crop', 1],
        ['short', 1],
      ])
    : random.weighted<Hair>([
        ['short', 6],
        ['crop', 5],
        ['curls', 2],
        ['bald', 2],
        ['bun', 0.5],
      ])
}
