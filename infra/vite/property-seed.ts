/** The seed of every property test: PROPERTY_SEED (`npm run verify` draws one), else this one. */
export const propertySeed = Number(process.env['PROPERTY_SEED'] ?? 20_261_128)
