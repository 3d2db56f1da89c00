# Brings the .ts files in INTO into step with the sources: new texts are added, those that are gone are removed.
# The form is always the same, so that only texts that changed show in a difference.
set(collect ${LUPDATE} app ui -extensions cpp,h -I . -I engine/include -locations none -no-obsolete
            -source-language en)

function(update language)
    execute_process(COMMAND ${collect} ${ARGN} -ts ${INTO}/strata_${language}.ts
        WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE result OUTPUT_VARIABLE told ERROR_VARIABLE told)
    # A warning means texts in a context where the program does not look for them.
    if(NOT result EQUAL 0 OR told MATCHES "lacks Q_OBJECT|unknown namespace|cannot be called without context")
        message(FATAL_ERROR "${told}")
    endif()
endfunction()

update(de)
update(en -pluralonly)  # English has its words in the sources
