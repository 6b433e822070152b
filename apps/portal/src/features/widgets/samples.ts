export const sampleSites = ['Harbour Gallery', 'Lamplight Hall', 'Saltpan Theatre']

export const sampleUsers = [
  { name: 'Amelia Álvarez', site: 'Harbour Gallery' },
  { name: 'Hēmi Taylor', site: 'Lamplight Hall' },
  { name: 'Søren Øyvind', site: 'Saltpan Theatre' },
  { name: 'Zoë Nguyễn', site: 'Harbour Gallery' },
]
