import type { Random } from './random.ts'

export interface FullName {
  firstName: string
  lastName: string
}

/** The weight of each origin, and its first and last names. */
const origins = `
20; Amelia Jack Charlotte Lachlan Matilda Isla Angus Zoë; Whitmore Ashcroft Hollis Thornbury Merrick
8; Siobhán Declan Niamh Cormac Aoife Róisín; O’Rourke Gallagher McAllister Byrne MacPherson
8; Linh Minh Thảo Quang Hương Tuấn Mai Khoa; Nguyễn Trần Phạm Võ Đặng Bùi Hồ Lý
9; Wei Mei-Ling Jun Xiaoyu Hao Yifan Lian; Chen Wong Zhao Huang Xu Leung Guo Tan
9; Priya Arjun Ananya Rohan Kavita Harpreet; Raman Iyer Sandhu Banerjee Kulkarni Gill
6; Eleni Nikos Despina Kostas Sofia Yannis; Papadakis Georgiou Kouris Stamatis Mavros
6; Chiara Matteo Giulia Luca Francesca Enzo; Bellini Ferrante Marchetti Romano Caruso
6; Layla Omar Yasmin Karim Noor Tariq Rania; Haddad Khoury Mansour Nassar Saleh Farah
5; Maricel Jomar Angelica Rodel Liezl Paolo; Santos Villanueva Delacruz Bautista Reyes
5; Aroha Tane Mere Wiremu Sione Lani Manaia; Ngata Parata Tautahi Faleolo Latu Henare
5; Achol Deng Amina Abebe Chiamaka Kwame; Garang Okonkwo Tesfaye Mensah Adeyemi Moyo
4; Ji-woo Min-jun Seo-yeon Yuki Haruto Aiko; Kim Park Choi Lim Tanaka Mori Ishikawa
5; Tomasz Agnieszka Marija Goran Zsófia; Wierzbicki Kovačević Nowak Zielińska Petrović Szabó
4; José Lucía Mateo Camila Andrés Íñigo; Fuentes Ibáñez Quiroga Salazar Montoya Peña
3; Shirin Dariush Parisa Kaveh Elif Emre; Tehrani Rostami Karimi Yıldız Demir Aksoy
3; Nimal Dilani Ruwan Tharushi Kasun; Perera Jayawardena Wickramasinghe Fernando`
  .trim()
  .split('\n')
  .map((line) => {
    const [weight = '', first = '', last = ''] = line.split('; ')
    return [{ first: first.split(' '), last: last.split(' ') }, Number(weight)] as const
  })

/** Draws the name of a person in an Australian town. */
export function drawName(random: Random): FullName {
  const origin = random.weighted(origins)
  // Sometimes the first name has another origin.
  const [other] = random.chance(0.12) ? random.pick(origins) : [origin]
  return { firstName: random.pick(other.first), lastName: random.pick(origin.last) }
}

/** The local part of an email address, in ASCII letters. */
export function mailboxOf({ firstName, lastName }: FullName): string {
  return `${firstName}.${lastName}`
    .replace(/[đĐı]/g, (letter) => (letter === 'ı' ? 'i' : 'd'))
    .normalize('NFD')
    .replace(/[^\p{L}.-]/gu, '')
    .toLowerCase()
}
