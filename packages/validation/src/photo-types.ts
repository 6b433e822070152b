export const photoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
