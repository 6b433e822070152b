import type { Random } from './random.ts'

/** First and last names by origin. The weight is how often each origin is drawn. */
const origins: { weight: number; first: string; last: string }[] = [
  {
    weight: 20,
    first:
      'Amelia Jack Charlotte Lachlan Matilda Cooper Isla Angus Poppy Darcy Georgia Harvey Imogen Callum Tess Hamish Zoë Jasper Bronte Rory',
    last: 'Whitmore Ashcroft Pemberton Hollis Thornbury Cartwright Lockyer Merrick Blackwood Fairweather Hargrave Langley Sutherland Beaumont Wakefield Marlowe Drummond Kingsley',
  },
  {
    weight: 8,
    first: 'Siobhán Declan Niamh Cormac Aoife Eoin Róisín Fergus Bridget Conor',
    last: 'O’Rourke Gallagher McAllister Kearney Fitzgerald Byrne Donoghue MacPherson Quigley Brannigan',
  },
  {
    weight: 8,
    first: 'Linh Minh Thảo Quang Hương Tuấn Mai Khoa Trang Duy',
    last: 'Nguyễn Trần Phạm Võ Đặng Bùi Hồ Lý',
  },
  {
    weight: 9,
    first: 'Wei Mei-Ling Jun Xiaoyu Hao Yifan Lian Bowen Ruolan Zhen',
    last: 'Chen Wong Zhao Huang Xu Leung Guo Tan Zhou Kwok',
  },
  {
    weight: 9,
    first: 'Priya Arjun Ananya Rohan Kavita Vikram Meera Sanjay Divya Harpreet Gurpreet Ishaan',
    last: 'Raman Iyer Sandhu Banerjee Kulkarni Gill Menon Chaudhary Nair Bhatt Dhillon',
  },
  {
    weight: 6,
    first: 'Eleni Nikos Despina Kostas Sofia Yannis Katerina Stavros',
    last: 'Papadakis Georgiou Kouris Stamatis Vassilakis Mavros Dimas',
  },
  {
    weight: 6,
    first: 'Chiara Matteo Giulia Luca Francesca Enzo Rosa Dario',
    last: 'Bellini Ferrante Marchetti Romano Caruso Vitale Grasso',
  },
  {
    weight: 6,
    first: 'Layla Omar Yasmin Karim Noor Tariq Rania Samir',
    last: 'Haddad Khoury Mansour Nassar Saleh Aziz Farah',
  },
  {
    weight: 5,
    first: 'Maricel Jomar Angelica Rodel Liezl Paolo Divina Arnel',
    last: 'Santos Villanueva Delacruz Bautista Manalo Reyes',
  },
  {
    weight: 5,
    first: 'Aroha Tane Mere Wiremu Sione Lani Manaia Tavita',
    last: 'Ngata Parata Tautahi Faleolo Latu Tuilagi Henare',
  },
  {
    weight: 5,
    first: 'Achol Deng Amina Abebe Chiamaka Kwame Nyibol Tendai',
    last: 'Garang Okonkwo Tesfaye Mensah Adeyemi Moyo Ajak',
  },
  {
    weight: 4,
    first: 'Ji-woo Min-jun Seo-yeon Hyun-woo Yuki Haruto Aiko Ren',
    last: 'Kim Park Choi Lim Tanaka Mori Ishikawa',
  },
  {
    weight: 5,
    first: 'Tomasz Agnieszka Marija Goran Ivana Piotr Zsófia Dragan',
    last: 'Wierzbicki Kovačević Nowak Horvat Zielińska Petrović Szabó',
  },
  {
    weight: 4,
    first: 'José Lucía Mateo Camila Andrés Valentina Íñigo Renata',
    last: 'Fuentes Ibáñez Quiroga Salazar Montoya Peña Arriaga',
  },
  {
    weight: 3,
    first: 'Shirin Dariush Parisa Kaveh Elif Emre Aylin Baran',
    last: 'Tehrani Rostami Karimi Yıldız Demir Aksoy',
  },
  {
    weight: 3,
    first: 'Nimal Dilani Ruwan Tharushi Kasun Sachini',
    last: 'Perera Jayawardena Wickramasinghe Fernando Ranasinghe',
  },
]

export interface FullName {
  firstName: string
  lastName: string
}

/** Draws the name of a person in an Australian town. */
export function drawName(random: Random): FullName {
  const origin = random.weighted(origins.map((one) => [one, one.weight] as const))
  // Sometimes the first name has another origin.
  const other = random.chance(0.12) ? random.pick(origins) : origin
  return { firstName: random.pick(other.first.split(' ')), lastName: random.pick(origin.last.split(' ')) }
}

/** The local part of an email address, in ASCII letters. */
export function mailboxOf({ firstName, lastName }: FullName): string {
  return `${firstName}.${lastName}`
    .replace(/[đĐı]/g, (letter) => (letter === 'ı' ? 'i' : 'd'))
    .normalize('NFD')
    .replace(/[^\p{L}.-]/gu, '')
    .toLowerCase()
}
