/** Forms as their builders make them, and the person in each. */

type Field = [label: string, value: string, name?: string, type?: string, autocomplete?: string];

/** A form as the script reports it. */
export interface SentForm {
  what: string;
  /** The company's country; the US by default. */
  region?: string;
  fields: readonly Field[];
  /** The person: e-mail address, phone number and extension, name. Absent for none. */
  email?: string;
  phone?: string;
  extension?: string;
  name?: string;
  /** Values that are answers. */
  answers?: readonly string[];
}

const MAIL = 'jo@example.org';

export const SENT_FORMS: readonly SentForm[] = [
  // Numbers in several fields.
  {
    what: 'Contact Form 7, a list of calling codes beside the number',
    fields: [
      ['Country code', 'Germany (+49)', 'code', 'select'],
      ['Phone', '01512 3456789', 'your-phone', 'tel'],
    ],
    phone: '+4915123456789',
  },
  {
    what: 'HubSpot, the code in a list with the same label',
    fields: [
      ['Phone number', 'United Kingdom +44', 'phone_ext', 'select'],
      ['Phone number', '07911 123456', 'phone', 'tel'],
    ],
    phone: '+447911123456',
  },
  {
    what: 'Squarespace, a country of the number',
    fields: [
      ['Country', '🇫🇷', 'phone-country', 'select', 'tel-country-code'],
      ['Phone', '06 12 34 56 78', 'phone', 'tel', 'tel-national'],
    ],
    phone: '+33612345678',
  },
  {
    what: 'Wix, a code without a plus',
    fields: [
      ['Country code', '0049', 'code', 'text'],
      ['Phone', '030 12345678', 'phone', 'text'],
    ],
    phone: '+493012345678',
  },
  {
    what: 'Zoho, the code has the name of the number',
    fields: [
      ['Name', 'Jo Doe', 'Name'],
      ['Phone', '20 7946 0958', 'PhoneNumber', 'tel'],
      ['City', 'London', 'City'],
      ['', '+44', 'PhoneNumber_countrycode', 'select'],
    ],
    phone: '+442079460958',
    name: 'Jo Doe',
    answers: ['London'],
  },
  {
    what: 'the code is written again',
    fields: [
      ['Code', '+49', 'code', 'select'],
      ['Phone', '49 1512 3456789', 'phone', 'tel'],
    ],
    phone: '+4915123456789',
  },
  {
    what: 'the number has its own code',
    fields: [
      ['Code', '+1', 'code', 'select'],
      ['Phone', '+49 1512 3456789', 'phone', 'tel'],
    ],
    phone: '+4915123456789',
    answers: ['+1'],
  },
  {
    what: 'WPForms, the full number of intl-tel-input',
    fields: [
      ['Phone', '01512 3456789', 'wpf-temp-wpforms[fields][2]', 'tel'],
      ['', '+4915123456789', 'wpforms[fields][2]', 'tel', 'tel'],
    ],
    phone: '+4915123456789',
  },
  {
    what: 'intl-tel-input, a hidden number that is not the visitor’s',
    fields: [
      ['Phone', '(512) 555-0199', 'phone', 'tel'],
      ['', '+4915123456789', 'office', 'tel', 'tel'],
    ],
    phone: '+15125550199',
    answers: ['+4915123456789'],
  },
  {
    what: 'Jotform, area code and number',
    fields: [
      ['Phone Number', '512', 'q4_phoneNumber[area]', 'tel', 'tel-area-code'],
      ['', '555-0199', 'q4_phoneNumber[phone]', 'tel', 'tel-local'],
    ],
    phone: '+15125550199',
  },
  {
    what: 'Formidable, three parts',
    fields: [
      ['Phone', '(512)', 'phone1', 'text'],
      ['', '555', 'phone2', 'text'],
      ['', '0199', 'phone3', 'text'],
    ],
    phone: '+15125550199',
  },
  {
    what: 'three parts of a Japanese number',
    region: 'JP',
    fields: [
      ['電話番号', '０９０', 'tel1', 'tel'],
      ['電話番号', '１２３４', 'tel2', 'tel'],
      ['電話番号', '５６７８', 'tel3', 'tel'],
    ],
    phone: '+819012345678',
  },
  {
    what: 'two short numbers that are one each',
    region: 'NO',
    fields: [
      ['Telefon', '22 33 44 55', 'phone', 'tel'],
      ['Mobil', '99 88 77 66', 'mobile', 'tel'],
    ],
    phone: '+4722334455',
    answers: ['99 88 77 66'],
  },
  {
    what: 'an extension in a field of its own',
    fields: [
      ['Phone', '(512) 555-0199', 'phone', 'tel'],
      ['Ext.', '42', 'ext', 'text'],
    ],
    phone: '+15125550199',
    extension: '42',
  },
  {
    what: 'an extension in the same field',
    fields: [['Work phone', '512-555-0199 ext. 42', 'work', 'text']],
    phone: '+15125550199',
    extension: '42',
  },
  {
    what: 'a German extension',
    region: 'DE',
    fields: [
      ['Telefon', '030 12345678', 'telefon', 'tel'],
      ['Durchwahl', '17', 'dw', 'number'],
    ],
    phone: '+493012345678',
    extension: '17',
  },
  {
    what: 'a number of another country than the company’s, which is not sure',
    fields: [
      ['E-mail', MAIL, 'email', 'email'],
      ['Phone', '030 1234567', 'phone', 'tel'],
    ],
    email: MAIL,
    answers: ['030 1234567'],
  },
  {
    what: 'a code that nobody understands',
    fields: [
      ['E-mail', MAIL, 'email', 'email'],
      ['Country code', 'Other', 'code', 'select'],
      ['Phone', '5125550199', 'phone', 'tel'],
    ],
    email: MAIL,
    answers: ['Other', '5125550199'],
  },
  {
    what: 'the country of an address tells whose number it is',
    fields: [
      ['Phone', '07911 123456', 'phone', 'tel'],
      ['City', 'London', 'city', 'text'],
      ['Country', 'Vereinigtes Königreich', 'country', 'select'],
    ],
    phone: '+447911123456',
    answers: ['London', 'Vereinigtes Königreich'],
  },
  {
    what: 'the country of an address, with a number of the company’s country',
    fields: [
      ['Country', 'Germany', 'country', 'select'],
      ['City', 'Berlin', 'city', 'text'],
      ['Phone', '(512) 555-0199', 'phone', 'tel'],
    ],
    // It could be a number of Germany, too.
    answers: ['Germany', 'Berlin', '(512) 555-0199'],
  },
  {
    what: 'a country beside the number that cannot have it',
    fields: [
      ['E-mail', MAIL, 'email', 'email'],
      ['Country', 'France', 'country', 'select'],
      ['Phone', '(512) 555-0199', 'phone', 'tel'],
    ],
    email: MAIL,
    answers: ['France', '(512) 555-0199'],
  },
  {
    what: 'a number with a calling code but no plus',
    fields: [['Phone', '49 1512 3456789', 'phone', 'number']],
    phone: '+4915123456789',
  },
  // Names as builders name them.
  {
    what: 'WPForms, first and last name',
    fields: [
      ['', 'Jo', 'wpforms[fields][0][first]'],
      ['', 'Doe', 'wpforms[fields][0][last]'],
      ['Email', MAIL, 'wpforms[fields][1]', 'email'],
      ['Message', 'Hello', 'wpforms[fields][3]', 'textarea'],
    ],
    email: MAIL,
    name: 'Jo Doe',
    answers: ['Hello'],
  },
  {
    what: 'Gravity Forms, parts of a name and of an address',
    fields: [
      ['', 'Jo', 'input_1.3'],
      ['', 'Doe', 'input_1.6'],
      ['', '12 Main St', 'input_2.1'],
      ['', 'Austin', 'input_2.3'],
      ['', '+1 512-555-0199', 'input_3', 'tel'],
    ],
    phone: '+15125550199',
    name: 'Jo Doe',
    answers: ['12 Main St', 'Austin'],
  },
  {
    what: 'Elementor',
    fields: [
      ['', 'Jo Doe', 'form_fields[name]'],
      ['', MAIL, 'form_fields[email]', 'email'],
      ['', '5125550199', 'form_fields[field_3f2]', 'tel'],
    ],
    email: MAIL,
    phone: '+15125550199',
    name: 'Jo Doe',
  },
  {
    what: 'Ninja Forms, by labels alone',
    fields: [
      ['First Name', 'Jo', 'nf-field-1'],
      ['Last Name', 'Doe', 'nf-field-2'],
      ['Company Name', 'Acme', 'nf-field-3'],
      ['Cell', '5125550199', 'nf-field-4', 'text'],
    ],
    phone: '+15125550199',
    name: 'Jo Doe',
    answers: ['Acme'],
  },
  {
    what: 'Fluent Forms',
    fields: [
      ['', 'Jo', 'names[first_name]'],
      ['', 'Doe', 'names[last_name]'],
      ['', MAIL, 'email', 'email'],
    ],
    email: MAIL,
    name: 'Jo Doe',
  },
  {
    what: 'Webflow, by placeholders',
    fields: [
      ['Your name', 'Jo Doe', 'field'],
      ['you@company.com', MAIL, 'field-2', 'text'],
    ],
    email: MAIL,
    name: 'Jo Doe',
  },
  {
    what: 'Shopify',
    fields: [
      ['Name', 'Jo Doe', 'contact[Name]', 'text', 'name'],
      ['Phone number', '512.555.0199', 'contact[Phone number]', 'tel', 'tel'],
    ],
    phone: '+15125550199',
    name: 'Jo Doe',
  },
  {
    what: 'Formstack',
    fields: [
      ['', 'Jo', 'field123-first'],
      ['', 'Doe', 'field123-last'],
      ['Reach me at', MAIL, 'field124'],
    ],
    email: MAIL,
    name: 'Jo Doe',
  },
  {
    what: 'Typeform, whose labels are questions',
    fields: [
      ['What is your name?', 'Jo Doe', 'q1'],
      ['And your email address?', MAIL, 'q2', 'email'],
      ['Your phone, please', '(512) 555-0199', 'q3', 'tel'],
    ],
    email: MAIL,
    phone: '+15125550199',
    name: 'Jo Doe',
  },
  {
    what: 'Divi, with a sum as a riddle',
    fields: [
      ['Name', 'Jo Doe', 'et_pb_contact_name_0'],
      ['Email Address', MAIL, 'et_pb_contact_email_0'],
      ['7 + 5 =', '12', 'et_pb_contact_captcha_0'],
    ],
    email: MAIL,
    name: 'Jo Doe',
    answers: ['12'],
  },
  {
    what: 'Cognito Forms, with a middle name',
    fields: [
      ['First', 'Jo', 'Name.First'],
      ['Middle', 'Q', 'Name.Middle'],
      ['Last', 'Doe', 'Name.Last'],
      ['Address Line 1', '12 Main St', 'Address.Line1'],
    ],
    name: 'Jo Doe',
    answers: ['Q', '12 Main St'],
  },
  {
    what: 'Forminator',
    fields: [
      ['First Name', 'Jo', 'name-1-first-name'],
      ['Last Name', 'Doe', 'name-1-last-name'],
      ['Phone', '(512) 555-0199', 'phone-1', 'tel'],
    ],
    phone: '+15125550199',
    name: 'Jo Doe',
  },
  {
    what: 'Kajabi in Brazil, with a tax number',
    region: 'BR',
    fields: [
      ['Nome', 'Ana', 'name'],
      ['WhatsApp', '(11) 98765-4321', 'w', 'tel'],
      ['CPF', '529.982.247-25', 'cpf'],
    ],
    phone: '+5511987654321',
    name: 'Ana',
    answers: ['529.982.247-25'],
  },
  // Without a known word.
  {
    what: 'an address and a number by their values',
    fields: [
      ['How do we reach you?', MAIL, 'f1'],
      ['And at work?', '(512) 555-0199', 'f2'],
    ],
    email: MAIL,
    phone: '+15125550199',
  },
  {
    what: 'a number that is no phone number by its label',
    fields: [
      ['E-mail', MAIL, 'f1', 'email'],
      ['Order number', '5125550199', 'f2'],
      ['Kundennummer', '5125550199', 'f3'],
      ['Fax', '512 555 0198', 'f4', 'text'],
    ],
    email: MAIL,
    answers: ['5125550199', '5125550199', '512 555 0198'],
  },
  {
    what: 'marks of direction and control characters, which could disguise a text',
    fields: [
      ['Name', 'Jo\u0007\u202Eeod', 'f1'],
      ['E-mail', MAIL, 'f2', 'email'],
      ['Message', 'one\ntwo\u2066\u2069', 'f3', 'textarea'],
    ],
    email: MAIL,
    name: 'Jo eod',
    answers: ['one\ntwo'],
  },
  {
    what: 'a domain that is not ASCII',
    fields: [['E-Mail', 'jo@müller.example', 'f1', 'text']],
    email: 'jo@xn--mller-kva.example',
  },
  {
    what: 'an address in a text is an answer',
    fields: [['Message', `Write to ${MAIL}`, 'f1', 'textarea']],
    answers: [`Write to ${MAIL}`],
  },
];
