# The .ts files hold exactly the texts that the sources ask for.
file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${SOURCE}/resources/translations/ DESTINATION ${SCRATCH})
set(INTO ${SCRATCH})
include(${SOURCE}/resources/translations/update.cmake)

set(texts "<name>|<source>|<message")
foreach(language de en)
    file(STRINGS ${SOURCE}/resources/translations/strata_${language}.ts there REGEX ${texts})
    file(STRINGS ${SCRATCH}/strata_${language}.ts wanted REGEX ${texts})
    if(NOT there STREQUAL wanted)
        message(SEND_ERROR "strata_${language}.ts is not in step with the sources: run `ninja update_translations`, "
                           "translate what is new, and commit it.")
    endif()
endforeach()
