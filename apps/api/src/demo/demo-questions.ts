import type { questionVersions, QuestionAnswers } from '../db/schema/questions.ts'
import type { GivenAnswer } from '../db/schema/visits.ts'
import type { Random } from './random.ts'

export const demoRoles = [
  { name: 'Guest', names: { es: 'Invitado' } },
  { name: 'Performer', names: { es: 'Artista' } },
  { name: 'Crew', names: { es: 'Equipo técnico' } },
]

type Version = typeof questionVersions.$inferInsert

/** A question of each type. */
export const demoQuestions: (Pick<Version, 'name' | 'type' | 'text' | 'texts'> & {
  answers: QuestionAnswers
  crewOnly?: true
})[] = [
  {
    name: 'Symptoms',
    type: 'yes/no',
    text: 'Do you have a fever or a new cough today?',
    texts: { es: '¿Tiene hoy fiebre o tos reciente?' },
    answers: {
      yes: { text: 'Yes', texts: { es: 'Sí' }, action: 'fail' },
      no: { text: 'No', texts: { es: 'No' }, action: 'pass' },
    },
  },
  {
    name: 'Host',
    type: 'free text',
    text: 'Who are you here to see?',
    texts: { es: '¿A quién viene a ver?' },
    answers: null,
  },
  {
    name: 'Journey',
    type: 'select',
    text: 'How did you get here?',
    texts: { es: '¿Cómo ha llegado hasta aquí?' },
    answers: [
      { id: 'ferry', desc: 'Ferry', descs: { es: 'Transbordador' }, action: 'pass' },
      { id: 'train', desc: 'Train or light rail', descs: { es: 'Tren o tranvía' }, action: 'pass' },
      { id: 'car', desc: 'Car', descs: { es: 'Coche' }, action: 'pass' },
      { id: 'foot', desc: 'On foot or by bicycle', descs: { es: 'A pie o en bicicleta' }, action: 'pass' },
    ],
  },
  {
    name: 'Stage work',
    type: 'multi-select',
    crewOnly: true,
    text: 'Which of these will you do on stage today?',
    texts: { es: '¿Qué hará hoy en el escenario?' },
    answers: [
      { id: 'rigging', desc: 'Rigging', descs: { es: 'Trabajos en altura' }, action: 'pass' },
      { id: 'electrics', desc: 'Mains electrics', descs: { es: 'Instalación eléctrica' }, action: 'pass' },
      { id: 'pyrotechnics', desc: 'Pyrotechnics', descs: { es: 'Pirotecnia' }, action: 'fail' },
      { id: 'none', desc: 'None of these', descs: { es: 'Nada de esto' }, action: 'pass' },
    ],
  },
]

const hosts = ['Aroha at the desk', 'the box office', 'Tomasz', 'stage management', 'the wardrobe']

/** Draws an answer to a question. */
export function drawAnswer(version: Version, random: Random, isFailing: boolean): GivenAnswer {
  const { questionId, version: number, type, text: questionText, answers } = version
  let answer: string | string[]
  let words: string
  if (!answers) {
    answer = words = random.pick(hosts)
  } else if (Array.isArray(answers)) {
    const option = random.pick(answers.filter(({ action }) => action === 'pass'))
    answer = type === 'select' ? option.id : [option.id]
    words = option.desc
  } else {
    const given = isFailing ? 'yes' : 'no'
    answer = given
    words = answers[given].text
  }
  return {
    question_id: questionId,
    version: number,
    type,
    question_text: questionText,
    answer,
    answer_text: words,
    failed: isFailing && type === 'yes/no',
  }
}
