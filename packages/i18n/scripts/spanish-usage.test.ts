import { expect, it } from 'vitest'
import { spanishFaults } from './spanish-usage.ts'

it.each([
  'Añadir un rol',
  'Punto de encuentro creado',
  'Nombres y móviles',
  'Abrir el panel',
  'Habilitado',
  'Deshabilitar clientes',
  '¿Retirar {name}?',
  'Introduce una fecha',
  'Regístrate tú una vez',
  'Primero elige un cliente.',
  'Otra persona ha cambiado esto. Compara las dos versiones.',
  'Ya hay demasiados. Elimina uno primero.',
  'Su código abre el registro. Cuélgalo en la puerta.',
  'No se pudo copiar. Selecciónalo y cópialo a mano.',
  'El registro es de un cliente. Elígelo en la barra.',
  'Para ofrecerlo de nuevo, desactívalo.',
  'Ábrelo allí',
  'Divídelo en varios archivos.',
  'Hazlo antes',
  'Ya puedes cerrar esta ventana.',
  'Prueba otros días u otro tipo.',
  'Vuelve a intentarlo.',
])('%s is refused', (text) => {
  expect(spanishFaults(text)).not.toEqual([])
})

it.each([
  'Agregar un rol',
  'Hágalo primero o use los datos móviles. Después inténtelo de nuevo.',
  'Ábralo allí, guárdelo como «CSV UTF-8» y elija ese archivo.',
  'Divídalo en varios archivos.',
  'El secreto ya no se puede leer. Establézcalo de nuevo.',
  'Esta pregunta cambió. Respóndala de nuevo',
  'Enviado como {name}: corríjalo en recepción.',
  'El tablero muestra quién está en el sitio. Lo intenta de nuevo cada 10 segundos.',
  'Esta imagen tiene demasiados píxeles.',
  'Prueba de QR',
  'Cierra',
  'Panel lateral',
  'Dígale al personal que está aquí.',
])('%s is not', (text) => {
  expect(spanishFaults(text)).toEqual([])
})
